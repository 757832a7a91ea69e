/** Lists of pending work for operators, in display order. */
export const workLists = ['due', 'failing', 'overdue', 'waiting', 'failedMails', 'failedHooks'] as const;

export type WorkList = (typeof workLists)[number];
