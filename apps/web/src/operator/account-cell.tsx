import { Link } from '../ui/link.tsx';
import { operatorPaths } from './routes.ts';
import { CellDetail } from './table.tsx';

/** Whose row it is, with the way to their page. */
export const AccountCell = ({ accountId, email }: { accountId: string; email: string | null }) => (
  <>
    <Link className="link" href={operatorPaths.customer(accountId)}>
      {email ?? accountId}
    </Link>
    <CellDetail>{accountId}</CellDetail>
  </>
);
