import type { IdKind } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Attempt, Invoice, LedgerAccount, LedgerEntry, Refund } from './entities.ts';

/** One movement: `amountCents` leaves `credit` and arrives at `debit`. Negative amounts swap the sides. */
interface Movement {
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amountCents: number;
}

type NewId = (kind: IdKind) => string;

const upright = ({ debit, credit, amountCents }: Movement): Movement =>
  amountCents < 0 ? { debit: credit, credit: debit, amountCents: -amountCents } : { debit, credit, amountCents };

const entries = (
  owner: Pick<Invoice, 'accountId'>,
  kind: string,
  refId: string,
  movements: readonly Movement[],
  at: Instant,
  newId: NewId,
): LedgerEntry[] =>
  movements
    .map(upright)
    .filter((movement) => movement.amountCents > 0)
    .map((movement) => ({
      id: newId('ledgerEntry'),
      accountId: owner.accountId,
      kind,
      refId,
      seq: 0,
      ...movement,
      at,
    }));

/** What finalising an invoice moves: revenue and tax owed by the customer, less the credit used and the amount carried. */
const finalisation = (invoice: Invoice): Movement[] => {
  const owedBy = invoice.totalCents < 0 ? 'customer_credit' : 'receivable';
  const netCents = invoice.subtotalCents - invoice.discountCents;
  return [
    { debit: owedBy, credit: 'revenue', amountCents: netCents },
    { debit: owedBy, credit: 'tax_payable', amountCents: invoice.taxCents },
    { debit: 'customer_credit', credit: 'receivable', amountCents: invoice.creditAppliedCents },
  ];
};

const carry = (invoice: Invoice): Movement => ({
  debit: 'customer_credit',
  credit: 'receivable',
  amountCents: invoice.carriedCents,
});

/** Postings of billing.md §1.5, one function per thing that can happen to an invoice. */
export const postFinalised = (invoice: Invoice, at: Instant, newId: NewId): LedgerEntry[] => [
  ...entries(invoice, 'invoice.finalised', invoice.id, finalisation(invoice), at, newId),
  ...entries(invoice, 'invoice.carried', invoice.id, [carry(invoice)], at, newId),
];

/** Credit that arrived later; the amount still due falls with each use, so it tells several uses apart. */
export const postCreditUsed = (
  invoice: Invoice,
  { used, carried }: { used: number; carried: number },
  at: Instant,
  newId: NewId,
): LedgerEntry[] =>
  entries(
    invoice,
    'invoice.credit_used',
    invoice.id,
    [{ debit: 'customer_credit', credit: 'receivable', amountCents: used + carried }],
    at,
    newId,
  ).map((entry) => ({ ...entry, seq: invoice.amountDueCents }));

/** The mirror of finalising: the credit used is back, nothing is owed. */
export const postVoided = (invoice: Invoice, at: Instant, newId: NewId): LedgerEntry[] =>
  entries(
    invoice,
    'invoice.voided',
    invoice.id,
    [...finalisation(invoice), carry(invoice)].map((movement) => ({ ...movement, amountCents: -movement.amountCents })),
    at,
    newId,
  );

/** A payment came into the till, and so much less is owed. */
export const postPaid = (
  invoice: Invoice,
  attemptId: string,
  amountCents: number,
  at: Instant,
  newId: NewId,
): LedgerEntry[] =>
  entries(invoice, 'payment.succeeded', attemptId, [{ debit: 'cash', credit: 'receivable', amountCents }], at, newId);

/** Nobody counts on the debt any more (S17); where nothing is due there is none. */
export const postWrittenOff = (invoice: Invoice, at: Instant, newId: NewId): LedgerEntry[] =>
  entries(
    invoice,
    'invoice.written_off',
    invoice.id,
    [{ debit: 'write_off', credit: 'receivable', amountCents: invoice.amountDueCents }],
    at,
    newId,
  );

/**
 * A written-off invoice that is paid after all is owed again first: as much of it as credit or a card pays now. The amount
 * still due falls with each part, so it tells several apart.
 */
export const postRecovered = (invoice: Invoice, amountCents: number, at: Instant, newId: NewId): LedgerEntry[] =>
  entries(
    invoice,
    'invoice.recovered',
    invoice.id,
    [{ debit: 'receivable', credit: 'write_off', amountCents }],
    at,
    newId,
  ).map((entry) => ({ ...entry, seq: invoice.amountDueCents }));

const refunding = (refund: Refund): Movement[] => [
  { debit: 'revenue', credit: 'cash', amountCents: refund.amountCents - refund.taxCents },
  { debit: 'tax_payable', credit: 'cash', amountCents: refund.taxCents },
];

/** Money that went back: what was revenue and what was tax leave the till apart. */
export const postRefunded = (refund: Refund, at: Instant, newId: NewId): LedgerEntry[] =>
  entries(refund, 'refund.succeeded', refund.id, refunding(refund), at, newId);

/** The mirror of it: the bank could not credit the money, and it came back into the till. */
export const postRefundReversed = (refund: Refund, at: Instant, newId: NewId): LedgerEntry[] =>
  entries(
    refund,
    'refund.reversed',
    refund.id,
    refunding(refund).map((movement) => ({ ...movement, amountCents: -movement.amountCents })),
    at,
    newId,
  );

/** A payment that the customer's bank took back for good; all that was lost so far tells several parts apart. */
export const postDisputeLost = (
  attempt: Pick<Attempt, 'id' | 'accountId'>,
  { lostCents, bookedCents }: { readonly lostCents: number; readonly bookedCents: number },
  at: Instant,
  newId: NewId,
): LedgerEntry[] =>
  entries(
    attempt,
    'payment.dispute_lost',
    attempt.id,
    [{ debit: 'write_off', credit: 'cash', amountCents: lostCents - bookedCents }],
    at,
    newId,
  ).map((entry) => ({ ...entry, seq: lostCents }));

/** Credit that the vendor gives away. */
export const postGoodwill = (
  grant: Pick<Invoice, 'id' | 'accountId'>,
  amountCents: number,
  at: Instant,
  newId: NewId,
): LedgerEntry[] =>
  entries(
    grant,
    'credit.granted',
    grant.id,
    [{ debit: 'goodwill', credit: 'customer_credit', amountCents }],
    at,
    newId,
  );

/** Credit that the vendor pays back by its own means. */
export const postPaidOut = (
  payOut: Pick<Invoice, 'id' | 'accountId'>,
  amountCents: number,
  at: Instant,
  newId: NewId,
): LedgerEntry[] =>
  entries(payOut, 'credit.paid_out', payOut.id, [{ debit: 'customer_credit', credit: 'cash', amountCents }], at, newId);

/** A refund of the gateway that the vendor bears: the money has left, and nothing that was owed is behind it. */
export const postRefundBorne = (
  refund: Pick<Invoice, 'id' | 'accountId'>,
  amountCents: number,
  at: Instant,
  newId: NewId,
): LedgerEntry[] =>
  entries(refund, 'refund.borne', refund.id, [{ debit: 'goodwill', credit: 'cash', amountCents }], at, newId);

/** Money of such a refund that came back into the till, and goes where it was taken from. */
export const postUnplacedReturned = (
  refund: Pick<Invoice, 'id' | 'accountId'>,
  credit: 'customer_credit' | 'goodwill',
  amountCents: number,
  at: Instant,
  newId: NewId,
): LedgerEntry[] => entries(refund, 'refund.returned', refund.id, [{ debit: 'cash', credit, amountCents }], at, newId);

/** How a set of entries moves the balance of the account: Σ customer_credit debits − credits. */
export const balanceChange = (ledger: readonly LedgerEntry[]): number =>
  ledger.reduce(
    (total, entry) =>
      total +
      (entry.debit === 'customer_credit' ? entry.amountCents : 0) -
      (entry.credit === 'customer_credit' ? entry.amountCents : 0),
    0,
  );
