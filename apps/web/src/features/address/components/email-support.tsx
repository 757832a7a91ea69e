import { Trans } from '@lingui/react/macro';
import { SupportLink } from '../../../ui/support-link.tsx';

/** Where somebody goes who gets no further (AD-05). */
export const EmailSupport = () => (
  <SupportLink>
    <Trans>Email support</Trans>
  </SupportLink>
);
