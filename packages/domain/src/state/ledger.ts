import type { IdKind } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Attempt, Invoice, LedgerAccount, LedgerEntry, Refund } from './entities.ts';

/** Movement of `amountCents` from `credit` to `debit`. Negative amounts swap the sides. */
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

/** Movements of a finalised invoice: revenue and tax owed, less the credit used. */
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

/** Postings of a new invoice. All postings are in the table of docs/domain.md (Ledger). */
export const postFinalised = (invoice: Invoice, at: Instant, newId: NewId): LedgerEntry[] => [
  ...entries(invoice, 'invoice.finalised', invoice.id, finalisation(invoice), at, newId),
  ...entries(invoice, 'invoice.carried', invoice.id, [carry(invoice)], at, newId),
];

/**
 * Posts credit used after the invoice was made. `seq` is the amount due before the use, which distinguishes several
 * uses.
 */
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

/** Reverses the postings of a finalised invoice: the used credit returns and nothing is owed. */
export const postVoided = (invoice: Invoice, at: Instant, newId: NewId): LedgerEntry[] =>
  entries(
    invoice,
    'invoice.voided',
    invoice.id,
    [...finalisation(invoice), carry(invoice)].map((movement) => ({ ...movement, amountCents: -movement.amountCents })),
    at,
    newId,
  );

/** Posts a payment. */
export const postPaid = (
  invoice: Invoice,
  attemptId: string,
  amountCents: number,
  at: Instant,
  newId: NewId,
): LedgerEntry[] =>
  entries(invoice, 'payment.succeeded', attemptId, [{ debit: 'cash', credit: 'receivable', amountCents }], at, newId);

/** Posts a written-off debt (S17). Posts nothing if no amount is due. */
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
 * Reverses a write-off as far as credit or a card pays it now. `seq` is the amount due before, which distinguishes
 * several parts.
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

/** Posts a refund, revenue and tax separately. */
export const postRefunded = (refund: Refund, at: Instant, newId: NewId): LedgerEntry[] =>
  entries(refund, 'refund.succeeded', refund.id, refunding(refund), at, newId);

/** Reverses a refund that the bank could not credit to the customer. */
export const postRefundReversed = (refund: Refund, at: Instant, newId: NewId): LedgerEntry[] =>
  entries(
    refund,
    'refund.reversed',
    refund.id,
    refunding(refund).map((movement) => ({ ...movement, amountCents: -movement.amountCents })),
    at,
    newId,
  );

/** Cents that disputes took from a payment. */
export interface LostOfPayment {
  /** Sum of its disputes that are lost now. */
  readonly lostCents: number;
  /** Part of it that is booked. */
  readonly bookedCents: number;
  /** Sum that was booked back before, because the bank decided otherwise later. */
  readonly wonCents?: number;
}

/**
 * Posts a lost dispute. `seq` is the total of all such entries of the payment, which distinguishes several parts of one
 * dispute.
 */
export const postDisputeLost = (
  attempt: Pick<Attempt, 'id' | 'accountId'>,
  { lostCents, bookedCents, wonCents = 0 }: LostOfPayment,
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
  ).map((entry) => ({ ...entry, seq: lostCents + wonCents }));

/** Posts money of a lost dispute that the bank gave back after all. `seq` is the total of all such entries of the payment. */
export const postDisputeWon = (
  attempt: Pick<Attempt, 'id' | 'accountId'>,
  { lostCents, bookedCents, wonCents = 0 }: LostOfPayment,
  at: Instant,
  newId: NewId,
): LedgerEntry[] =>
  entries(
    attempt,
    'payment.dispute_won',
    attempt.id,
    [{ debit: 'cash', credit: 'write_off', amountCents: bookedCents - lostCents }],
    at,
    newId,
  ).map((entry) => ({ ...entry, seq: wonCents + bookedCents - lostCents }));

/** Posts credit that an operator grants. */
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

/** Posts a payment that the books had lost, as credit of the customer. */
export const postKept = (
  payment: Pick<Invoice, 'id' | 'accountId'>,
  amountCents: number,
  at: Instant,
  newId: NewId,
): LedgerEntry[] =>
  entries(payment, 'payment.kept', payment.id, [{ debit: 'cash', credit: 'customer_credit', amountCents }], at, newId);

/** Posts credit that the vendor paid out outside the gateway. */
export const postPaidOut = (
  payOut: Pick<Invoice, 'id' | 'accountId'>,
  amountCents: number,
  at: Instant,
  newId: NewId,
): LedgerEntry[] =>
  entries(payOut, 'credit.paid_out', payOut.id, [{ debit: 'customer_credit', credit: 'cash', amountCents }], at, newId);

/** Posts a gateway refund that the vendor bears as goodwill, because it matches no payment. */
export const postRefundAsGoodwill = (
  refund: Pick<Invoice, 'id' | 'accountId'>,
  amountCents: number,
  at: Instant,
  newId: NewId,
): LedgerEntry[] =>
  entries(refund, 'refund.borne', refund.id, [{ debit: 'goodwill', credit: 'cash', amountCents }], at, newId);

/** Posts the return of an unplaced refund that the bank could not credit. `credit` is the account it was taken from. */
export const postUnplacedRefundReversed = (
  refund: Pick<Invoice, 'id' | 'accountId'>,
  credit: 'customer_credit' | 'goodwill',
  amountCents: number,
  at: Instant,
  newId: NewId,
): LedgerEntry[] => entries(refund, 'refund.returned', refund.id, [{ debit: 'cash', credit, amountCents }], at, newId);

/** Change of the account balance by ledger entries, in cents: debits less credits of `customer_credit`. */
export const balanceChange = (ledger: readonly LedgerEntry[]): number =>
  ledger.reduce(
    (total, entry) =>
      total +
      (entry.debit === 'customer_credit' ? entry.amountCents : 0) -
      (entry.credit === 'customer_credit' ? entry.amountCents : 0),
    0,
  );
