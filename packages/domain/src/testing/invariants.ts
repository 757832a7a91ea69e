import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { Temporal } from 'temporal-polyfill';
import { type Catalogue, priceById } from '../catalogue/catalogue.ts';
import { periodBoundary } from '../dates/months.ts';
import type { BillingWrites } from '../decision/draft.ts';
import { isUndecided } from '../state/due.ts';
import type { Attempt, Invoice, InvoiceLine, Refund, Subscription } from '../state/entities.ts';
import type { BillingSettings } from '../state/settings.ts';
import { isLive, isRequested } from '../state/status.ts';
import { type AccountBooks, lostBy, lostCentsOf, periodChain } from './account-books.ts';
import { checkCoupons } from './coupon-invariants.ts';
import { checkEnds } from './end-invariants.ts';
import { checkMaintenance } from './maintenance-invariants.ts';
import { text } from './moments.ts';
import { checkDisputedNotRefunded, checkRefunds, checkTaxKept, takenOtherwise } from './refund-invariants.ts';

/** Billing invariants of docs/domain.md as pure checks. Each passes violations to `report`. */
type Report = (invariant: string, what: string) => void;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const twice = (keys: readonly string[]): string[] => keys.filter((key, index) => keys.indexOf(key) !== index);

const attemptsOf = (books: AccountBooks, invoice: Invoice): Attempt[] =>
  books.attempts.filter((attempt) => attempt.invoiceId === invoice.id);

const periodReasons: readonly Invoice['reason'][] = ['create', 'renewal', 'trial_end', 'promotion_end'];
const isPeriodInvoice = (invoice: Invoice): boolean => periodReasons.includes(invoice.reason);

const checkLedger = (books: AccountBooks, report: Report): void => {
  const accounts = new Map<string, number>();
  for (const { id, debit, credit, amountCents } of books.ledger) {
    if (!Number.isSafeInteger(amountCents) || amountCents <= 0 || debit === credit) report('I1', `row ${id}`);
    accounts.set(debit, (accounts.get(debit) ?? 0) + amountCents);
    accounts.set(credit, (accounts.get(credit) ?? 0) - amountCents);
  }
  if (sum([...accounts.values()]) !== 0) report('I1', 'the ledger does not sum to zero');
  const creditCents = accounts.get('customer_credit') ?? 0;
  if (books.account.balanceCents !== creditCents)
    report('I2', `balance ${books.account.balanceCents}, ledger ${creditCents}`);
  const owed = sum(
    books.allInvoices.filter((invoice) => invoice.status === 'open').map((invoice) => invoice.amountDueCents),
  );
  if ((accounts.get('receivable') ?? 0) !== owed)
    report('I1', `receivable ${accounts.get('receivable')}, open invoices ${owed}`);
  const givenUp =
    sum(books.allInvoices.filter(({ status }) => status === 'uncollectible').map((row) => row.amountDueCents)) +
    sum(books.ledger.map(lostBy));
  if ((accounts.get('write_off') ?? 0) !== givenUp)
    report('I1', `written off ${accounts.get('write_off')}, given up and lost ${givenUp}`);
  const paid = sum(
    books.attempts.filter((attempt) => attempt.status === 'succeeded').map((attempt) => attempt.amountCents),
  );
  const givenBack =
    sum(books.refunds.filter((refund) => refund.status === 'succeeded').map((refund) => refund.amountCents)) +
    takenOtherwise(books);
  if ((accounts.get('cash') ?? 0) !== paid - givenBack)
    report('I5', `cash ${accounts.get('cash')}, payments ${paid}, given back ${givenBack}`);
  const keys = books.ledger.map((row) => [row.kind, row.refId, row.seq, row.debit, row.credit].join());
  for (const key of twice(keys)) report('I1', `${key} is booked twice`);
};

const checkInvoice = (books: AccountBooks, invoice: Invoice, settings: BillingSettings, report: Report): void => {
  const { id, subtotalCents, discountCents, taxCents, totalCents, amountDueCents, creditAppliedCents, carriedCents } =
    invoice;
  const lines = books.lines.filter((line) => line.invoiceId === id);
  if (totalCents !== subtotalCents - discountCents + taxCents) report('I3', `${id}: total ${totalCents}`);
  if (totalCents !== sum(lines.map((line) => line.amountCents)) + taxCents)
    report('I3', `${id}: total ${totalCents} is not lines + tax`);
  for (const line of lines)
    if (line.amountCents !== line.grossCents - line.discountCents) report('I3', `line ${line.id}`);

  const attempts = attemptsOf(books, invoice);
  const succeeded = attempts.filter((attempt) => attempt.status === 'succeeded');
  if (succeeded.length > 1) report('I5', `${id} is paid ${succeeded.length} times`);
  if (succeeded.length > 0 && invoice.status !== 'paid')
    report('I5', `${id} is ${invoice.status} though a payment succeeded`);
  if (invoice.status === 'paid' && totalCents >= 0) {
    const covered = creditAppliedCents + carriedCents + sum(succeeded.map((attempt) => attempt.amountCents));
    if (covered !== totalCents) report('I4', `${id}: ${covered} of ${totalCents}`);
  }
  if (amountDueCents < 0 || (amountDueCents > 0 && amountDueCents < settings.minimumChargeCents))
    report('I12', `${id}: due ${amountDueCents}`);
  for (const attempt of attempts) {
    if (attempt.amountCents < settings.minimumChargeCents)
      report('I12', `${attempt.id} asks for ${attempt.amountCents}`);
  }
  if (attempts.filter(isUndecided).length > 1) report('index', `${id} has two undecided attempts`);
  if (attempts.some(isUndecided) && (invoice.status === 'void' || invoice.status === 'paid')) {
    report('§2.5', `${id} is ${invoice.status} with an undecided attempt`);
  }
  for (const number of twice(attempts.map((attempt) => String(attempt.attemptNo))))
    report('index', `${id}: attempt ${number} twice`);
  // A card saved while a slot's attempt was undecided is tried once that attempt fails, off-session. It uses no slot.
  const isOtherCard = ({ attemptNo, paymentMethodId }: Attempt) =>
    attempts.some((before) => before.attemptNo === attemptNo - 1 && before.paymentMethodId !== paymentMethodId);
  const scheduled = attempts.filter((attempt) => !attempt.onSession && !isOtherCard(attempt));
  if (scheduled.length > settings.dunningDays.length) report('I20', `${id}: ${scheduled.length} scheduled attempts`);
  const sent = scheduled.map(({ sentAt }) => sentAt).sort((a, b) => a - b);
  const leastMs =
    DAY_MS * Math.min(...settings.dunningDays.map((day, index, all) => (all[index + 1] ?? Infinity) - day));
  if (sent.some((at, index) => at - (sent[index - 1] ?? -Infinity) < leastMs))
    report('INV-11', `${id}: attempts too close to each other`);
};

const wasTaken = ({ ledger }: AccountBooks, { id }: Pick<Refund, 'id'>): boolean =>
  ledger.some(({ kind, refId }) => kind === 'refund.reversed' && refId === id);

/** Refunded, even if the bank could not credit it later, or lost in a dispute. */
const isGivenBack = (books: AccountBooks, invoice: Invoice): boolean =>
  attemptsOf(books, invoice).some(
    ({ id }) =>
      lostCentsOf(books, id) > 0 ||
      books.refunds.some(
        (refund) => refund.attemptId === id && (refund.status !== 'failed' || wasTaken(books, refund)),
      ),
  );

/** Days a line charges for, up to a later credit. */
const servedPeriods = (
  books: AccountBooks,
  subscription: Subscription,
): { from: Instant; to: Instant; line: InvoiceLine }[] => {
  const invoices = new Map(books.allInvoices.map((invoice) => [invoice.id, invoice]));
  const credits = new Map(
    books.lines
      .filter((line) => line.kind === 'proration_credit' && !line.voided)
      .map((line) => [line.sourceLineId, line.periodStart]),
  );
  return (
    books.lines
      .filter((line) => line.kind !== 'proration_credit' && line.kind !== 'grant' && !line.voided)
      // Lines that a coupon reduced to 0 were not billed and are not credited.
      .filter((line) => line.amountCents > 0)
      .filter(
        (line) =>
          invoices.get(line.invoiceId)?.subscriptionId === subscription.id &&
          invoices.get(line.invoiceId)?.status === 'paid',
      )
      // Refunded lines are not credited, so their end is unknown.
      .filter(({ invoiceId }) => !books.allInvoices.some((row) => row.id === invoiceId && isGivenBack(books, row)))
      .map((line) => ({ from: line.periodStart ?? 0, to: credits.get(line.id) ?? line.periodEnd ?? 0, line }))
      .filter(({ from, to }) => to > from)
      .sort((a, b) => a.from - b.from)
  );
};

const checkPeriods = (books: AccountBooks, subscription: Subscription, catalogue: Catalogue, report: Report): void => {
  const { id, billingAnchor, cycleIndex, currentPeriodStart, currentPeriodEnd, status } = subscription;
  const served = servedPeriods(books, subscription);
  served.forEach(({ from, line }, index) => {
    const before = served[index - 1];
    if (before && from < before.to)
      report('I6', `${id}: ${line.id} from ${text(from)}, but ${before.line.id} lasts to ${text(before.to)}`);
  });
  const price = priceById(catalogue, subscription.priceId);
  // Given time has its own length. Only recurring periods are counted from an anchor.
  if (!price || status === 'trialing' || subscription.term !== 'recurring' || !isLive(subscription)) return;
  const start = periodBoundary(billingAnchor, price.intervalMonths, cycleIndex);
  const end = periodBoundary(billingAnchor, price.intervalMonths, cycleIndex + 1);
  if (currentPeriodStart !== start || currentPeriodEnd !== end)
    report('I8', `${id}: ${text(currentPeriodStart)} … ${text(currentPeriodEnd)}`);
  const anchor = Temporal.Instant.fromEpochMilliseconds(billingAnchor).toZonedDateTimeISO('UTC');
  const boundary = Temporal.Instant.fromEpochMilliseconds(currentPeriodStart).toZonedDateTimeISO('UTC');
  if (boundary.day !== Math.min(anchor.day, boundary.daysInMonth))
    report('I8', `${id}: day ${boundary.day} of anchor ${anchor.day}`);
};

const checkSubscription = (books: AccountBooks, subscription: Subscription, report: Report): void => {
  const { id, status } = subscription;
  const invoices = books.allInvoices.filter((invoice) => invoice.subscriptionId === id);
  const open = invoices.filter((invoice) => invoice.status === 'open');
  if (open.length > 1) report('index', `${id} has ${open.length} open invoices`);
  const billed = invoices.filter((invoice) => isPeriodInvoice(invoice) && invoice.status !== 'void');
  for (const start of twice(billed.map((invoice) => String(invoice.periodStart))))
    report('I7', `${id}: ${text(Number(start))} billed twice`);

  const unpaid = open.filter((invoice) => {
    const [first] = attemptsOf(books, invoice).sort((a, b) => a.attemptNo - b.attemptNo);
    return (
      isPeriodInvoice(invoice) &&
      (first === undefined || first.onSession || !isUndecided(first)) &&
      invoice.reason !== 'create'
    );
  });
  const waits = status === 'past_due' || status === 'suspended';
  if (waits !== unpaid.length > 0) report('I19', `${id} is ${status} with ${unpaid.length} unpaid invoices`);

  const pending = books.changes.filter((change) => change.subscriptionId === id && change.status === 'pending');
  for (const mode of twice(pending.map((change) => change.mode)))
    report('index', `${id} has two pending changes (${mode})`);
  const isPaidByCoupon = invoices.some((invoice) => invoice.status === 'paid' && invoice.totalCents === 0);
  const isNeverPaid = status === 'active' && subscription.source === 'card' && !subscription.everPaid;
  if (isNeverPaid && open.length === 0 && !isPaidByCoupon) report('INV-3', `${id} is active and was never paid`);
  const chain = periodChain(books, subscription);
  if (isLive(subscription) && sum(chain.map((invoice) => invoice.taxCents)) < 0)
    report('I9', `${id}: more tax given back than collected`);
  if (isLive(subscription) && sum(chain.map((invoice) => invoice.totalCents - invoice.taxCents)) < 0)
    report('I9', `${id}: more given back than billed`);
};

const checkLines = (books: AccountBooks, report: Report): void => {
  const credits = books.lines.filter((line) => line.kind === 'proration_credit' && !line.voided);
  for (const source of twice(credits.map((line) => String(line.sourceLineId))))
    report('I9', `${source} is credited twice`);
  for (const credit of credits) {
    const source = books.lines.find((line) => line.id === credit.sourceLineId);
    if (!source || -credit.amountCents > source.amountCents || credit.amountCents >= 0)
      report('I9', `${credit.id} credits too much`);
  }
};

const checkAccount = (books: AccountBooks, report: Report): void => {
  const single = books.subscriptions.filter(
    (row) => row.product !== 'scope' && isLive(row) && !isRequested(row) && row.source !== 'trial',
  );
  for (const product of twice(single.map((row) => row.product))) report('I16', `two live subscriptions of ${product}`);
  const trialing = books.subscriptions.filter((row) => row.status === 'trialing');
  for (const product of twice(trialing.map((row) => row.product))) report('I17', `two trials of ${product} at once`);
  const requested = books.subscriptions.filter(isRequested);
  for (const planId of twice(requested.map((row) => row.planId))) report('S23', `two open requests for ${planId}`);
  for (const key of twice(books.trialKeysUsed)) report('I17', `the trial of ${key} was given twice`);
};

/** Returns the violated invariants of an account. */
export const brokenInvariants = (books: AccountBooks, catalogue: Catalogue, settings: BillingSettings): string[] => {
  const broken: string[] = [];
  const report: Report = (invariant, what) => broken.push(`${invariant}: ${what}`);
  checkLedger(books, report);
  for (const invoice of books.allInvoices) checkInvoice(books, invoice, settings, report);
  for (const subscription of books.subscriptions) {
    checkPeriods(books, subscription, catalogue, report);
    checkSubscription(books, subscription, report);
  }
  checkLines(books, report);
  checkRefunds(books, report);
  checkTaxKept(books, report);
  checkAccount(books, report);
  checkCoupons(books, report);
  checkEnds(books, report);
  checkMaintenance(books, report);
  return broken;
};

const isOver = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired';

const explaining: readonly string[] = ['periods_skipped', 'resumed', 'plan_changed', 'extended'];

/** Checks that a period follows the one before, unless an event explains the difference (I6). */
const checkStep = (before: Subscription, after: Subscription, writes: BillingWrites, report: Report): void => {
  const types = writes.events.filter((event) => event.subscriptionId === after.id).map((event) => event.type);
  if (isRequested(before) && isOver(after) && after.currentPeriodEnd !== after.currentPeriodStart)
    report('S22', `${after.id} never ran and has a period`);
  if (isOver(before) && (after.status !== before.status || after.planId !== before.planId))
    report('I18', `${after.id} was canceled and is ${after.status} again`);
  // The period of a request has no meaning, so its end may move.
  const explained = isRequested(before) || types.some((type) => explaining.includes(type));
  if (after.currentPeriodStart === before.currentPeriodStart) {
    if (after.currentPeriodEnd !== before.currentPeriodEnd && !explained) report('I6', `${after.id}: its end moved`);
    return;
  }
  if (after.currentPeriodStart !== before.currentPeriodEnd && !explained)
    report('I6', `${after.id}: a gap or overlap at ${text(after.currentPeriodStart)}`);
  if (after.currentPeriodStart < before.currentPeriodStart) report('I6', `${after.id}: its period went back`);
};

/** Returns the invariants that one decision violated between `before` and `after`. */
export const brokenByStep = (
  before: AccountBooks,
  after: AccountBooks,
  writes: BillingWrites,
  settings: BillingSettings,
): string[] => {
  const broken: string[] = [];
  const report: Report = (invariant, what) => broken.push(`${invariant}: ${what}`);
  const charges = writes.attempts.filter((attempt) => writes.created.has(attempt.id));
  if (charges.length > 0 && !settings.cardCountries.includes(before.billTo?.country ?? ''))
    report('I13', 'a charge outside the card countries');
  if (charges.length > 0 && before.card === null) report('I13', 'a charge without a card');
  for (const invoice of writes.invoices.filter((row) => writes.created.has(row.id))) {
    const creditCents = Math.max(0, -before.account.balanceCents);
    if (invoice.creditAppliedCents > creditCents)
      report('I23', `${invoice.id} uses ${invoice.creditAppliedCents} of ${creditCents}`);
    if (invoice.balanceAfterCents !== after.account.balanceCents) report('I2', `${invoice.id}: balance after it`);
    const debit = after.account.balanceCents;
    if (debit >= settings.minimumChargeCents) report('I12', `a debit of ${debit} was carried and not charged`);
    const subscription = before.subscriptions.find((row) => row.id === invoice.subscriptionId);
    if (subscription && isOver(subscription)) report('I18', `${invoice.id} is for ${subscription.id}, which has ended`);
  }
  checkDisputedNotRefunded(before, after, report);
  for (const row of after.subscriptions) {
    const earlier = before.subscriptions.find((candidate) => candidate.id === row.id);
    if (earlier) checkStep(earlier, row, writes, report);
  }
  return broken;
};
