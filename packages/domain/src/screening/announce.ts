import { type BillingWrites, finish, queueMail, type RuleContext, startDraft } from '../decision/draft.ts';
import type { BillingState } from '../state/entities.ts';
import type { MailFacts, MailJob } from '../state/mail-job.ts';

/** Queues the mail about the state of an export review. Nothing else changes. */
export const announceReview = (
  state: BillingState,
  template: Extract<MailJob['template'], `review_${string}` | `held_${string}`>,
  facts: MailFacts,
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  queueMail(draft, template, { facts });
  return finish(draft);
};
