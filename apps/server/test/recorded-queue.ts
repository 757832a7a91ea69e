import type { ComposeNeeds } from '../src/compose/needs.ts';
import type { QueuedMail } from '../src/services/mail/ports.ts';

/** Queued jobs, recorded without a worker. Jobs of transactions that were rolled back are recorded too. */
export interface Recorded {
  readonly queued: readonly QueuedMail[];
  /** The same for messages to products, by their ids. */
  readonly queuedHooks: readonly string[];
  /** The same for cards to be taken off at the gateway. */
  readonly queuedDetachments: readonly string[];
}

/** A queue that only notes its jobs. */
export const makeRecordedQueue = (): { queue: ComposeNeeds['queue']; recorded: Recorded } => {
  const queued: QueuedMail[] = [];
  const queuedHooks: string[] = [];
  const queuedDetachments: string[] = [];
  return {
    recorded: { queued, queuedHooks, queuedDetachments },
    queue: {
      enqueueMails: async (_sql, mails) => {
        queued.push(...mails);
      },
      enqueueHooks: async (_sql, ids) => {
        queuedHooks.push(...ids);
      },
      enqueueDetachments: async (_sql, ids) => {
        queuedDetachments.push(...ids);
      },
      dropMails: async () => {},
    },
  };
};
