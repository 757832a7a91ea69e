import type { AccountView, OpenPayment } from '@foyer/contract/api/account';
import type { Receipt } from '@foyer/contract/api/receipt';
import type { Subscription as SubscriptionView } from '@foyer/contract/api/shapes';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { type Instant, iso } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { ppmToPercent } from '@foyer/contract/vocabulary/money';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { planById } from '@foyer/domain/catalogue/catalogue';
import { familyOf } from '@foyer/domain/catalogue/family';
import type { RuleContext } from '@foyer/domain/decision/draft';
import { descriptionIn } from '@foyer/domain/invoices/describe';
import { pendingOrders } from '@foyer/domain/orders/pending-orders';
import { isCardDeclined, lastAttempt } from '@foyer/domain/payments/dunning';
import { openChallenges } from '@foyer/domain/payments/open-challenges';
import { type NextCharge, nextCharges } from '@foyer/domain/renewals/estimate';
import { renewalCosts } from '@foyer/domain/renewals/forecast-invoices';
import { chargedToNewCardCents, type PaymentDue, paymentsDue } from '@foyer/domain/renewals/payments-due';
import type { BillingState, Invoice, Subscription } from '@foyer/domain/state/entities';
import { isLegacyWithoutNewPromo } from '@foyer/domain/subscriptions/legacy';
import type { BillingReads, LoadedAccount } from '../billing/ports.ts';
import { checkProduct } from '../catalogue/check-product.ts';
import { type Payee, viewEstimate, viewFailure, viewReceipt } from '../invoices/receipt-views.ts';
import { viewCard } from '../payments/view-card.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { viewSubscription } from './views.ts';

interface Dependencies {
  readonly reads: BillingReads;
  readonly clockOf: (accountId: AccountId) => Promise<AccountView['clock']>;
  readonly payee: Payee;
}

const load = async (reads: Pick<BillingReads, 'account'>, accountId: AccountId): Promise<LoadedAccount> => {
  const loaded = await reads.account(accountId);
  if (!loaded) throw new Refused('NOT_FOUND');
  return loaded;
};

const legacyWithoutNewPromo = (
  { state }: LoadedAccount,
  facts: ReadonlyMap<string, { createdAt: Instant }>,
  { catalogue }: RuleContext,
): boolean =>
  isLegacyWithoutNewPromo(
    state.subscriptions
      .filter((row) => familyOf(catalogue, row).kind === 'tiers')
      .map(({ id, planId }) => ({
        isBase: planById(catalogue, planId)?.isLegacy ?? false,
        createdAt: facts.get(id)?.createdAt ?? 0,
      })),
  );

const viewLaterPayment = (
  charge: NextCharge,
  { catalogue }: RuleContext,
  language: Language,
): AccountView['laterPayments'][number] => {
  const [described, { amountDueCents }] =
    charge.kind === 'renewal' ? [charge.draft, charge.figures] : [charge.invoice, charge.invoice];
  return {
    description: descriptionIn(catalogue, language, described),
    total: amountDueCents,
    processedDate: iso(charge.at),
  };
};

/** Ended subscriptions, read only if there is a debt of one. The billing state has only those that have not ended. */
const endedWithDebt = async (
  { endedSubscriptions }: Pick<BillingReads, 'endedSubscriptions'>,
  { account, invoices }: BillingState,
): Promise<readonly Subscription[]> =>
  invoices.some(({ status }) => status === 'uncollectible') ? endedSubscriptions(account.id) : [];

const viewEndedPlan = (
  { status, subscriptionId }: Invoice,
  ended: readonly Subscription[],
  { catalogue }: RuleContext,
): OpenPayment['endedPlan'] => {
  const subscription = status === 'uncollectible' && ended.find(({ id }) => id === subscriptionId);
  const plan = subscription && planById(catalogue, subscription.planId);
  return plan && subscription.endedAt !== null
    ? { name: plan.displayName, product: plan.product, endedOn: iso(subscription.endedAt) }
    : null;
};

const viewOpenPayment = (
  { invoiceId, ...payment }: PaymentDue,
  { invoices, attempts, card }: Pick<BillingState, 'invoices' | 'attempts' | 'card'>,
  ended: readonly Subscription[],
  context: RuleContext,
  language: Language,
): OpenPayment[] =>
  invoices
    .filter(({ id }) => id === invoiceId)
    .map((invoice) => {
      const last = lastAttempt({ attempts }, invoice);
      return {
        receiptId: invoiceId,
        description: descriptionIn(context.catalogue, language, invoice),
        dueSince: iso(invoice.finalizedAt),
        overdue: invoice.overdueAt !== null,
        ...viewFailure(last ?? null, language),
        declined: isCardDeclined(last, card),
        endedPlan: viewEndedPlan(invoice, ended, context),
        ...payment,
      };
    });

export const makeReadAccount =
  ({ ruleContext }: Platform, { reads, clockOf, payee }: Dependencies) =>
  async (accountId: AccountId, language: Language): Promise<AccountView> => {
    const [loaded, facts, challenges, clock] = await Promise.all([
      load(reads, accountId),
      reads.createdAt(accountId),
      reads.openChallenges(accountId),
      clockOf(accountId),
    ]);
    const { state, now } = loaded;
    const context = ruleContext(now, language);
    const [next = null, ...later] = nextCharges(state, context);
    const [estimate, ended] = await Promise.all([estimateOf(next), endedWithDebt(reads, state)]);
    const balance = state.account.balanceCents;
    const supported = state.billTo === null || context.settings.cardCountries.includes(state.billTo.country);
    return {
      paymentMethod: state.card === null ? null : viewCard(state.card, now),
      estimatedNextReceipt: estimate,
      nextPayment: estimate && next ? { total: estimate.amount, processedDate: iso(next.at) } : null,
      laterPayments: later.map((charge) => viewLaterPayment(charge, context, language)),
      accountBalance: { balance, balanceCents: balance },
      balance,
      balanceCents: balance,
      openAmountCents: chargedToNewCardCents(state, context),
      openPayments: paymentsDue(state, context).flatMap((payment) =>
        viewOpenPayment(payment, state, ended, context, language),
      ),
      pendingOrders: pendingOrders(state),
      openChallenges: openChallenges(state, challenges).map((open) => {
        const invoice = state.invoices.find(({ id }) => id === open.receiptId);
        return { ...open, description: invoice ? descriptionIn(context.catalogue, language, invoice) : null };
      }),
      canAddPaymentMethod: supported && state.account.status === 'open',
      estimatedTax: { taxRatePercentage: ppmToPercent(state.taxRatePpm) },
      legacyWithoutNewPromo: legacyWithoutNewPromo(loaded, facts, context),
      clock,
    };

    async function estimateOf(charge: typeof next): Promise<Receipt | null> {
      if (charge === null) return null;
      if (charge.kind === 'renewal')
        return viewEstimate(charge, state, { payee, catalogue: context.catalogue }, language);
      const row = await reads.receiptOfInvoice(charge.invoice.id);
      return (
        row && {
          ...viewReceipt(
            { ...row, invoice: { ...row.invoice, ...charge.invoice } },
            { payee, catalogue: context.catalogue },
            language,
          ),
          processedDate: iso(charge.at),
          status: null,
        }
      );
    }
  };

export interface SubscriptionQuery {
  readonly product?: Product | undefined;
  readonly includeEnded?: boolean | undefined;
}

/** Lists subscriptions, effective ones first, then newest first. Those that were never paid are left out. */
export const makeListSubscriptions =
  ({ ruleContext }: Platform, { reads }: Pick<Dependencies, 'reads'>) =>
  async (accountId: AccountId, query: SubscriptionQuery, language: Language): Promise<SubscriptionView[]> => {
    const [{ state, now }, facts, promotionGroups, ended] = await Promise.all([
      load(reads, accountId),
      reads.createdAt(accountId),
      reads.promotionGroups(accountId),
      query.includeEnded ? reads.endedSubscriptions(accountId) : [],
    ]);
    const context = ruleContext(now, language);
    checkProduct(context.catalogue, query.product);
    const costs = renewalCosts(state, context);
    const unknown = { createdAt: now, updatedAt: now, maintenanceEnds: null, prepaidCouponId: null };
    return [
      ...state.subscriptions.filter(({ status }) => status !== 'incomplete'),
      ...ended.filter(({ status }) => status === 'canceled'),
    ]
      .filter((subscription) => query.product === undefined || subscription.product === query.product)
      .map((subscription) =>
        viewSubscription(
          subscription,
          state,
          context,
          facts.get(subscription.id) ?? unknown,
          costs.get(subscription.id) ?? null,
          promotionGroups,
        ),
      )
      .sort(
        (a, b) =>
          Number(b.effective) - Number(a.effective) ||
          b.createdAt.localeCompare(a.createdAt) ||
          // Subscriptions of one promotion have the same time. Their ids keep the order of its grants.
          a.id.localeCompare(b.id),
      );
  };

export const makeReadSubscription =
  (platform: Platform, needs: Pick<Dependencies, 'reads'>) =>
  async (accountId: AccountId, id: string, language: Language): Promise<SubscriptionView> => {
    const all = await makeListSubscriptions(platform, needs)(accountId, { includeEnded: true }, language);
    const found = all.find((subscription) => subscription.id === id);
    if (!found) throw new Refused('NOT_FOUND');
    return found;
  };
