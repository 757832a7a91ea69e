import type { Product } from '@foyer/contract/vocabulary/plans';
import { i18n } from '@lingui/core';

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
    {new Intl.DateTimeFormat(i18n.locale || 'en', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
    }).format(new Date(instant))}{' '}
    UTC
  </time>
);
