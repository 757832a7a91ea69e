import { formatCents } from '@foyer/contract/vocabulary/money';
import { pageLanguage } from '../lib/page-language.ts';

/** Formats an amount for a sentence; elsewhere use `<Money>`. */
export const moneyText = (cents: number, whole = false): string =>
  formatCents(cents, { whole, locale: pageLanguage() });

interface MoneyProps {
  cents: number;
  /** Omits the cents of whole prices, on plan cards only. Summaries always show two decimals (PY-06). */
  whole?: boolean;
}

/** Amount of the server. Pages format amounts and never compute them. */
export const Money = ({ cents, whole = false }: MoneyProps) => <>{moneyText(cents, whole)}</>;
