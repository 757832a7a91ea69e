import type { TimelineEntry } from '@foyer/contract/api/operator-customers';

export interface EntryGroup {
  /** Newest entry of the group. */
  readonly entry: TimelineEntry;
  readonly count: number;
  /** Time of the oldest entry of the group. */
  readonly since: string;
}

const isSame = (a: TimelineEntry, b: TimelineEntry): boolean =>
  a.kind === 'security' && b.kind === 'security' && a.type === b.type && a.actor === b.actor && a.method === b.method;

/**
 * Joins sign-in and security events of one kind that follow each other, such as 14 sign-ins. All other events stay
 * apart, because each has an amount, a plan or a reason.
 */
export const groupEntries = (entries: readonly TimelineEntry[]): EntryGroup[] => {
  const groups: EntryGroup[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && isSame(last.entry, entry))
      groups[groups.length - 1] = { ...last, count: last.count + 1, since: entry.at };
    else groups.push({ entry, count: 1, since: entry.at });
  }
  return groups;
};
