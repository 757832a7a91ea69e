import { formatCents } from '@foyer/contract/vocabulary/money';

interface MoneyProps {
  cents: number;
  /** Whole prices on plan cards without cents; a summary always shows two decimals (PY-06). */
  whole?: boolean;
}

/** An amount as the server sent it. The page formats money and never computes it. */
export const Money = ({ cents, whole = false }: MoneyProps) => <>{formatCents(cents, { whole })}</>;
