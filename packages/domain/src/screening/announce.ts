import { type BillingWrites, finish, mail, type RuleContext, startDraft } from '../billing/draft.ts';
import type { BillingState } from '../billing/entities.ts';
import type { MailFacts, MailJob } from '../billing/mail-job.ts';

/** Queues the mail about the state of an export review. Nothing else changes. */
export const announceReview = (
  state: BillingState,
  template: Extract<MailJob['template'], `review_${string}` | `held_${string}`>,
  facts: MailFacts,
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  mail(draft, template, { facts });
  return finish(draft);
};
