import { Trans } from '@lingui/react/macro';
import { paths } from '../../../lib/paths.ts';
import { Link } from '../../../ui/link.tsx';
import { cardsAbroad, SalesLink } from '../../../ui/sales-link.tsx';

/** Text for an unpaid receipt where cards are not accepted for the address: what the customer can do. */
export const NoCardsAbroad = () => (
  <>
    {cardsAbroad}.{' '}
    <Trans>
      If your address is not right,{' '}
      <Link className="link" href={paths.address()}>
        correct it
      </Link>
      .
    </Trans>{' '}
    <SalesLink />
  </>
);
