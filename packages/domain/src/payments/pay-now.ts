import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type BillingWrites, finish, type RuleContext, startDraft } from '../decision/draft.ts';
import { startAttempt } from '../invoices/open-invoice.ts';
import { ok, type Result, refuse } from '../result.ts';
import { undecidedAttemptOf } from '../state/due.ts';
import type { BillingState } from '../state/entities.ts';
import { checkCardOnFile } from '../subscriptions/purchase.ts';
import { consumeSlotForCustomerPayment } from './dunning.ts';
import { useCredit } from './use-credit.ts';

/**
 * Starts an extra attempt for an unpaid invoice, because the customer pays now or saved a card. The customer is
 * present, so the bank may ask for confirmation. The timetable of retries stays; a due slot is used up. The suspension
 * waits for one challenge at most.
 */
export const payNow = (
  state: BillingState,
  invoiceId: string,
  expectedTotalCents: number | undefined,
  context: RuleContext,
  wallNow: Instant,
): Result<{ writes: BillingWrites; attemptId: string | null }> => {
  const invoice = state.invoices.find((candidate) => candidate.id === invoiceId);
  if (!invoice) return refuse('NOT_FOUND');
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return refuse('ALREADY_PAID');
  if (undecidedAttemptOf(state, invoiceId)) return refuse('OPERATION_IN_PROGRESS');
  const draft = startDraft(state, context);
  const credited = useCredit(draft, invoice);
  // If credit pays all of it, neither a card nor a card country is needed.
  if (credited.status !== 'paid') {
    const country = state.billTo?.country;
    if (country !== undefined && !context.settings.cardCountries.includes(country))
      return refuse('CARD_COUNTRY_UNSUPPORTED');
    const missing = checkCardOnFile(state, credited.amountDueCents, context.settings);
    if (missing) return missing;
  }
  if (expectedTotalCents !== undefined && expectedTotalCents !== credited.amountDueCents) {
    return refuse('QUOTE_CHANGED', { amountDueCents: credited.amountDueCents });
  }
  const attempt =
    credited.status === 'paid'
      ? null
      : startAttempt(draft, consumeSlotForCustomerPayment(draft, credited), true, wallNow);
  return ok({ writes: finish(draft), attemptId: attempt?.id ?? null });
};
