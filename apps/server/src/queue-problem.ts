import { JobFailed } from './adapters/queue/job-queue.ts';
import { HookGivenUp, HookNotDelivered } from './services/entitlements/deliver-hook.ts';

/** Place to look at if the jobs of a queue keep failing. */
const causes: Readonly<Record<string, string>> = {
  mail: 'check the mail server and SMTP_URL (docs/operations/mail.md)',
  'detach-card': 'check the payment gateway',
};

/** Fields and text of the log line for an error of the job queue. A job that failed is tried again later. */
export const queueProblem = (error: Error): readonly [fields: Readonly<Record<string, unknown>>, text: string] => {
  if (!(error instanceof JobFailed))
    return [{ err: error }, `job queue: ${error.message}; the server tries again. If this repeats, check the database`];
  const { cause, queue, jobId } = error;
  if (cause instanceof HookNotDelivered) {
    const { messageId, product, what } = cause;
    return [
      { queue, jobId, messageId, product, reason: what },
      `${cause.message}; the server tries again later. The product has to answer with a status from 200 to 299: check it and its entry in PRODUCT_HOOKS. The page Webhooks of the operator site shows each attempt`,
    ];
  }
  const place = causes[queue] ?? 'check the database';
  return [
    { err: cause, queue, jobId },
    `job ${jobId} of the queue ${queue} failed: ${cause.message}; the server tries it again later. If this repeats, ${place}`,
  ];
};

/** Fields and text of the log line for a fault of background work. */
export const backgroundFault = (
  error: unknown,
  about: string,
): readonly [fields: Readonly<Record<string, unknown>>, text: string] => {
  if (error instanceof HookGivenUp) {
    const { message, messageId, product, what } = error;
    return [
      { messageId, product, reason: what },
      `${message}. Mend the product or its entry in PRODUCT_HOOKS, then choose "Send again" on the page Webhooks of the operator site, or run: npm run foyer -- hooks retry --id ${messageId}`,
    ];
  }
  return [
    { err: error, about },
    `background work failed: ${about}; see err. If this repeats, check the record in the operator site`,
  ];
};
