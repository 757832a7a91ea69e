import { Trans } from '@lingui/react/macro';
import { config } from '../lib/config.ts';

/** Why such a customer cannot pay: also a part of a longer text, so it has no period. */
export const cardsAbroad = <Trans>Card payments outside the US can't be processed</Trans>;

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
