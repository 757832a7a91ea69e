import { Link } from '../ui/link.tsx';
import { operatorPaths } from './routes.ts';
import { CellDetail } from './table.tsx';

/** Account of the row as a link to its page. */
export const AccountCell = ({ accountId, email }: { accountId: string; email: string | null }) => (
  <>
    <Link className="link" href={operatorPaths.customer(accountId)}>
      {email ?? accountId}
    </Link>
    <CellDetail>{accountId}</CellDetail>
  </>
);
