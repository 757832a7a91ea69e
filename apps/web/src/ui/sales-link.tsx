import { Trans } from '@lingui/react/macro';
import { config } from '../lib/config.ts';

/** Who sells where a card can't pay (PM-03); nothing where the brand names nobody. */
export const SalesLink = () =>
  config.contacts.salesEmail ? (
    <a className="link" href={`mailto:${config.contacts.salesEmail}`}>
      <Trans>Contact sales</Trans>
    </a>
  ) : null;
