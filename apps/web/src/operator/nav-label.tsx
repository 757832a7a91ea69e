import { Trans } from '@lingui/react/macro';
import type { ListedPage } from './routes.ts';

/** Name of a page in the list. */
export const NavLabel = ({ page }: { page: ListedPage }) => {
  switch (page) {
    case 'customers':
      return <Trans>Customers</Trans>;
    case 'reviews':
      return <Trans>Export reviews</Trans>;
    case 'codes':
      return <Trans>Codes</Trans>;
    case 'catalogue':
      return <Trans>Catalog</Trans>;
    case 'work':
      return <Trans>Work</Trans>;
    case 'hooks':
      return <Trans>Webhooks</Trans>;
    case 'keys':
      return <Trans>Vendor keys</Trans>;
    case 'audit':
      return <Trans>Audit trail</Trans>;
    default:
      return page satisfies never;
  }
};
