/** Milliseconds since 1970-01-01T00:00Z. A plain number, so that rules compare with `<` and need no clock. */
export type Instant = number & { readonly __instant?: true };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Formats an instant as ISO 8601 in UTC with milliseconds, as in API responses. */
export const iso = (instant: Instant): string => new Date(instant).toISOString();
export const isoOrNull = (instant: Instant | null): string | null => (instant === null ? null : iso(instant));
