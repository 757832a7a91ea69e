/** The lists of what the vendor's people have to do, in the order they are shown. */
export const workLists = ['due', 'failing', 'overdue', 'waiting', 'failedMails', 'failedHooks'] as const;

export type WorkList = (typeof workLists)[number];
