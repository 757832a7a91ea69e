import { type ChargePurpose, isPeriodical } from '../invoices/charge-purpose.ts';

/** Payment in a list of the gateway. */
export interface ListedCharge {
  /** Null if another system made it. */
  readonly attemptId: string | null;
  readonly key: string | null;
  readonly purpose: ChargePurpose | null;
  readonly amountCents: number;
  readonly refundedCents: number;
  /** True if it charged nothing and cannot charge any more. */
  readonly isOver: boolean;
  /** True if an attempt in the books has this payment. */
  readonly isInBooks: boolean;
}

/** Charge that is about to be sent. */
export interface WantedCharge {
  readonly attemptId: string;
  readonly key: string | null;
  readonly purpose: ChargePurpose;
  readonly amountCents: number;
}

/**
 * `covers`: this payment is the wanted charge. `conflicts`: it may be, with another amount or an unknown purpose, or it changed
 * the plan that is charged, so an operator decides. `key_taken`: another charge has the key, which took nothing or is in the books. `none`: nothing is known.
 */
export type EarlierCharge<Charge> =
  | { readonly kind: 'covers' | 'conflicts'; readonly charge: Charge }
  | { readonly kind: 'key_taken' | 'none' };

/** Tells whether two charges are for the same period, receipt or order, although their rows have other ids. */
export const isSamePurpose = (one: ChargePurpose, other: ChargePurpose): boolean => {
  if (one.invoiceId === other.invoiceId) return true;
  if (one.accountId !== other.accountId || one.reason !== other.reason) return false;
  if (isPeriodical(one.reason))
    return one.subscriptionId === other.subscriptionId && one.periodStart === other.periodStart;
  // A subscription that was bought after the backup has another id when it is bought again.
  return one.item === other.item && (one.reason === 'create' || one.subscriptionId === other.subscriptionId);
};

/**
 * Tells whether a lost payment has changed the subscription that is charged for a period. The change is not repeated, so the
 * customer may have paid for that period already: a change to a yearly plan pays twelve months, for example.
 */
const changesPlan = (lost: ChargePurpose, wanted: ChargePurpose): boolean =>
  isPeriodical(wanted.reason) && !isPeriodical(lost.reason) && lost.subscriptionId === wanted.subscriptionId;

const hasMoney = ({ isOver, amountCents, refundedCents }: ListedCharge): boolean =>
  !isOver && refundedCents < amountCents;

/**
 * Looks for a payment of the customer that was made before the database was restored, for what is charged now
 * (decision 61). Money that the books lack is never taken again: if in doubt, it conflicts.
 */
export const findEarlierCharge = <Charge extends ListedCharge>(
  wanted: WantedCharge,
  listed: readonly Charge[],
): EarlierCharge<Charge> => {
  const own = listed.find(({ attemptId }) => attemptId === wanted.attemptId);
  if (own) return { kind: 'covers', charge: own };
  const isKeyed = ({ key }: ListedCharge) => wanted.key !== null && key === wanted.key;
  const unknown = listed.filter((charge) => charge.attemptId !== null && !charge.isInBooks && hasMoney(charge));
  const same = unknown.filter(
    (charge) => isKeyed(charge) || (charge.purpose && isSamePurpose(charge.purpose, wanted.purpose)),
  );
  const covering = same.find(
    ({ amountCents, refundedCents }) => amountCents === wanted.amountCents && refundedCents === 0,
  );
  if (covering) return { kind: 'covers', charge: covering };
  const isDoubtful = ({ purpose }: ListedCharge) => purpose === null || changesPlan(purpose, wanted.purpose);
  const [doubtful] = [...same, ...unknown.filter(isDoubtful)];
  if (doubtful) return { kind: 'conflicts', charge: doubtful };
  return { kind: listed.some(isKeyed) ? 'key_taken' : 'none' };
};
