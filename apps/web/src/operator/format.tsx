import { COUNT_LIMIT } from '@foyer/contract/vocabulary/count-limit';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import { formatDateTime } from '../ui/date-time.ts';

/** Makes a label of a code: `refund_requested` becomes `Refund requested`. */
const asWritten = (code: string): string => {
  const words = code.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the label of a code. A code without a label, for example an old one, is shown as it is stored. */
export const labelFor = (labels: Readonly<Record<string, MessageDescriptor>>, code: string): string => {
  const label = Object.hasOwn(labels, code) ? labels[code] : undefined;
  return label ? i18n._(label) : asWritten(code);
};

/** Joins words as `support or billing`, in the language of the page. */
export const joinWithOr = (items: readonly string[]): string =>
  new Intl.ListFormat(i18n.locale || 'en', { type: 'disjunction' }).format(items);

/** Names of the products, as the vendor writes them. */
export const productNames: Readonly<Record<string, string>> = { scope: 'Scope', drive: 'Drive', iot: 'IoT' };

/** Returns the name of a product; a former product is shown as it is stored. */
export const productName = (product: string): string =>
  (Object.hasOwn(productNames, product) && productNames[product]) || asWritten(product);

/** Formats a count as `1,234`. The server stops counting very long lists, so a count above the limit reads "more than". */
export const BoundedCount = ({ inAll }: { inAll: number }) =>
  inAll > COUNT_LIMIT ? <Trans>more than {i18n.number(COUNT_LIMIT)}</Trans> : i18n.number(inAll);

/**
 * Formats a time as `Mar 16, 2026, 06:12 UTC` in the language of the page. Always UTC, because operators work in
 * several time zones.
 */
export const UtcDateTime = ({ instant }: { instant: string }) => (
  <time dateTime={instant} className="nowrap">
    {formatDateTime(instant, 'UTC')} UTC
  </time>
);
