import { Trans } from '@lingui/react/macro';
import { config } from '../lib/config.ts';

/**
 * Mail link to sales, for customers whose country cannot pay by card (PM-03). Renders nothing if the brand has no sales
 * address.
 */
export const SalesLink = () =>
  config.contacts.salesEmail ? (
    <a className="link" href={`mailto:${config.contacts.salesEmail}`}>
      <Trans>Contact sales</Trans>
    </a>
  ) : null;
