import { formatCents } from '@foyer/contract/vocabulary/money';
import { i18n } from '@lingui/core';

/** For a sentence; elsewhere `<Money>`. */
export const moneyText = (cents: number, whole = false): string =>
  formatCents(cents, { whole, locale: i18n.locale || 'en' });

interface MoneyProps {
  cents: number;
  /** Whole prices on plan cards without cents; a summary always shows two decimals (PY-06). */
  whole?: boolean;
}

/** An amount as the server sent it. The page formats money and never computes it. */
export const Money = ({ cents, whole = false }: MoneyProps) => <>{moneyText(cents, whole)}</>;
