import type { Coupon } from '@foyer/contract/api/coupons';
import type { Subscription } from '@foyer/contract/api/shapes';
import { type Failure, failureFor, type Reason } from '../../../lib/failure.ts';
import { isHeldForReview } from '../../../lib/failure-facts.ts';
import { type RedeemRequest, redemptionOf } from './redemption.ts';

/** State of one of several codes. */
export type BatchState =
  | { readonly kind: 'waiting' | 'checking' | 'untried' }
  | { readonly kind: 'ready' | 'redeeming'; readonly coupon: Coupon; readonly request: RedeemRequest }
  /** Valid, but not redeemable in a batch: a discount, or a code that needs a licence. */
  | { readonly kind: 'alone'; readonly coupon: Coupon }
  | { readonly kind: 'refused'; readonly coupon: Coupon | null; readonly failure: Failure }
  /** The answer was lost or the request still runs, so the outcome is unknown. */
  | { readonly kind: 'unknown'; readonly coupon: Coupon }
  | { readonly kind: 'done'; readonly coupon: Coupon; readonly subscription: Subscription };

/** One of several codes, as typed, with its state. */
export interface BatchRow {
  readonly code: string;
  readonly state: BatchState;
}

/** Makes the rows before the first check. */
export const createRows = (codes: readonly string[]): readonly BatchRow[] =>
  codes.map((code) => ({ code, state: { kind: 'waiting' } }));

/** Returns the rows with a new state at one index. */
export const withState = (rows: readonly BatchRow[], at: number, state: BatchState): readonly BatchRow[] =>
  rows.map((row, index) => (index === at ? { ...row, state } : row));

/** Marks the remaining rows as not tried. After the limit of wrong codes each would be refused for that alone. */
export const skipRemainingRows = (rows: readonly BatchRow[], from: number): readonly BatchRow[] =>
  rows.map((row, index) => (index >= from && row.state.kind !== 'done' ? { ...row, state: { kind: 'untried' } } : row));

/**
 * State of a code after its check. Only codes that need no input can be redeemed in a batch; a licence is chosen if
 * exactly one fits.
 */
export const checkedState = (coupon: Coupon): BatchState => {
  const licenceId = coupon.isMaintenance ? (coupon.effect?.subscriptionId ?? null) : null;
  const redemption = redemptionOf(coupon, licenceId);
  switch (redemption.kind) {
    case 'ready':
      return { kind: 'ready', coupon, request: redemption.request };
    case 'refused':
      return { kind: 'refused', coupon, failure: failureFor(redemption.reason) };
    case 'choose':
      return coupon.refusal === null
        ? { kind: 'alone', coupon }
        : { kind: 'refused', coupon, failure: failureFor(coupon.refusal as Reason) };
    case 'discount':
      return { kind: 'alone', coupon };
  }
};

/** Counts the rows in a state. */
export const countState = (rows: readonly BatchRow[], kind: BatchState['kind']): number =>
  rows.filter(({ state }) => state.kind === kind).length;

/** Sums the account credit for plans that redeemed codes replaced. Each was checked again before it was redeemed. */
export const creditOf = (rows: readonly BatchRow[]): number =>
  rows.reduce((sum, { state }) => sum + (state.kind === 'done' ? (state.coupon.effect?.creditCents ?? 0) : 0), 0);

/** Codes that are redeemed, or may be, in the order of the rows. */
const redeemedKinds: readonly BatchState['kind'][] = ['ready', 'redeeming', 'unknown', 'done'];

/**
 * Returns how codes above, which are redeemed first, change the effect of a code that was checked before them: it runs on
 * after one, or may be refused because of another plan. Null if the check still counts.
 * @param isSingle whether an account has one subscription of the product
 */
export const effectOfCodesAbove = (
  rows: readonly BatchRow[],
  at: number,
  isSingle: (product: string) => boolean,
): 'runs-on' | 'other-plan' | null => {
  const state = rows[at]?.state;
  if (state?.kind !== 'ready') return null;
  const { coupon } = state;
  const above = rows
    .slice(0, at)
    .flatMap(({ state: before }) =>
      redeemedKinds.includes(before.kind) && 'coupon' in before && before.coupon ? [before.coupon] : [],
    )
    .filter(({ product, isMaintenance }) => product === coupon.product && isMaintenance === coupon.isMaintenance);
  if (coupon.isMaintenance) {
    const licenceId = coupon.effect?.subscriptionId;
    return above.some(({ effect }) => effect?.subscriptionId === licenceId) ? 'runs-on' : null;
  }
  if (above.length === 0 || coupon.product === null || !isSingle(coupon.product)) return null;
  return above.every(({ plan }) => plan?.id === coupon.plan?.id) ? 'runs-on' : 'other-plan';
};

const badCodes: readonly Reason[] = ['INVALID_COUPON', 'NOT_FOUND', 'INVALID_REQUEST'];

/** Returns whether a failure means that the code itself is wrong. */
export const isBadCode = ({ reason }: Failure): boolean => badCodes.includes(reason);

/** Returns whether this account redeemed the code earlier. */
export const isRedeemedBefore = (state: BatchState): boolean =>
  state.kind === 'refused' && state.failure.reason === 'COUPON_REDEEMED';

/** Returns whether a code only waits for the address of the account. */
export const needsAddress = (state: BatchState): boolean =>
  state.kind === 'refused' && state.failure.reason === 'MISSING_ADDRESS';

/** State of the codes that were not redeemed: all unused, one held for a review, or one with an unknown outcome. */
export const unredeemedState = (rows: readonly BatchRow[]): 'unused' | 'kept' | 'unknown' => {
  const isHeld = ({ state }: BatchRow) => state.kind === 'refused' && isHeldForReview(state.failure);
  if (countState(rows, 'unknown') > 0) return 'unknown';
  return rows.some(isHeld) ? 'kept' : 'unused';
};
