import { Trans } from '@lingui/react/macro';
import { SupportLink } from '../../../ui/support-link.tsx';

/** Mail link to support for a customer who cannot save the address (AD-05). */
export const EmailSupport = () => (
  <SupportLink>
    <Trans>Email support</Trans>
  </SupportLink>
);
