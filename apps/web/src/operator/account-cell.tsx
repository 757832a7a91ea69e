import { Link } from '../ui/link.tsx';
import { operatorPaths } from './routes.ts';
import { CellDetail } from './table.tsx';

interface AccountCellProps {
  accountId: string;
  name?: string;
  email: string | null;
}

/** Account of the row as a link to its page. */
export const AccountCell = ({ accountId, name = '', email }: AccountCellProps) => (
  <>
    <Link className="link" href={operatorPaths.customer(accountId)}>
      {name.trim() || email || accountId}
    </Link>
    <CellDetail>{accountId}</CellDetail>
  </>
);
