import { Trans } from '@lingui/react/macro';
import { config } from '../../../lib/config.ts';

/** Where somebody goes who gets no further (AD-05). */
export const SupportLink = () => {
  const { supportEmail } = config.contacts;
  return supportEmail ? (
    <a className="link" href={`mailto:${supportEmail}`}>
      <Trans>Email support</Trans>
    </a>
  ) : null;
};
