/** Lists of pending work for operators, in display order. */
export const workLists = [
  'due',
  'onClock',
  'requests',
  'failing',
  'overdue',
  'waiting',
  'disputes',
  'parkedPayments',
  'failedMails',
  'failedHooks',
  'failedDetachments',
  'unplacedRefunds',
] as const;

export type WorkList = (typeof workLists)[number];
