import { COUNT_LIMIT } from '@foyer/contract/vocabulary/count-limit';
import { Trans } from '@lingui/react/macro';
import { config } from '../lib/config.ts';
import { pageLanguage } from '../lib/page-language.ts';
import { formatDateTime } from '../ui/date-time.ts';

/** Makes a label of a code: `refund_requested` becomes `Refund requested`. */
const asWritten = (code: string): string => {
  const words = code.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the label of a code. A code without a label, for example an old one, is shown as it is stored. */
export const labelFor = (labels: Readonly<Record<string, string>>, code: string): string => {
  const label = Object.hasOwn(labels, code) ? labels[code] : undefined;
  return label ?? asWritten(code);
};

/** Joins words as `support or billing`, in the language of the page. */
export const joinWithOr = (items: readonly string[]): string =>
  new Intl.ListFormat(pageLanguage(), { type: 'disjunction' }).format(items);

/** Returns the name of a product; a former product is shown as it is stored. */
export const productName = (product: string): string =>
  config.families.find(({ key }) => key === product)?.name ?? asWritten(product);

/** Formats a count as `1,234`. The server stops counting very long lists, so a count above the limit reads "more than". */
export const BoundedCount = ({ inAll }: { inAll: number }) =>
  inAll > COUNT_LIMIT ? (
    <Trans>more than {COUNT_LIMIT.toLocaleString(pageLanguage())}</Trans>
  ) : (
    inAll.toLocaleString(pageLanguage())
  );

/**
 * Formats a time as `Mar 16, 2026, 06:12 UTC` in the language of the page. Always UTC, because operators work in
 * several time zones.
 */
export const UtcDateTime = ({ instant }: { instant: string }) => (
  <time dateTime={instant} className="nowrap">
    {formatDateTime(instant, 'UTC')} UTC
  </time>
);
