import type { Product } from '@foyer/contract/vocabulary/plans';
import { formatMoment } from '../ui/moment.ts';

/** `refund_requested` → `Refund requested`: the words of events and commands are the code's own, as the record has them. */
export const inWords = (code: string): string => {
  const words = code.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The products as the vendor writes them. */
export const productNames: Readonly<Record<Product, string>> = { scope: 'Scope', drive: 'Drive', iot: 'IoT' };

/**
 * `Mar 16, 2026, 06:12 UTC`, as the language writes it: operators talk across zones, so the console always names it
 * (language.md §9).
 */
export const Moment = ({ instant }: { instant: string }) => (
  <time dateTime={instant} className="nowrap">
    {formatMoment(instant, 'UTC')} UTC
  </time>
);
