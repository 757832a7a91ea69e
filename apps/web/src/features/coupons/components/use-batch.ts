import type { Coupon } from '@foyer/contract/api/coupons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { checkFailureOf, failureOf } from '../../../lib/failure.ts';
import { refreshAfterPurchase } from '../../../shared/orders/after-purchase.ts';
import {
  type BatchRow,
  type BatchState,
  checkedState,
  createRows,
  skipRemainingRows,
  withState,
} from '../model/batch.ts';
import type { RedeemRequest } from '../model/redemption.ts';
import { redeemCode } from '../queries/redeem-code.ts';

const checkCode = async (code: string): Promise<BatchState> => {
  try {
    return checkedState(await call('POST /api/coupon/coupons/lookup', { body: { code } }));
  } catch (error) {
    return { kind: 'refused', coupon: null, failure: checkFailureOf(error) };
  }
};

/**
 * Redeems a code. Repeats the request once under the same key if the answer was lost, so that it never counts twice
 * (CD-04).
 */
const redeemWithRetry = async (coupon: Coupon, request: RedeemRequest): Promise<BatchState> => {
  const key = crypto.randomUUID();
  const isOpen = (error: unknown) => {
    const { reason, isUnknown } = failureOf(error);
    return isUnknown && reason !== 'RATE_LIMITED';
  };
  const send = async (): Promise<BatchState> => ({
    kind: 'done',
    coupon,
    subscription: await redeemCode(coupon.id, request, key),
  });
  try {
    return await send().catch((error: unknown) => {
      if (isOpen(error)) return send();
      throw error;
    });
  } catch (error) {
    return isOpen(error) ? { kind: 'unknown', coupon } : { kind: 'refused', coupon, failure: failureOf(error) };
  }
};

const isLimit = (state: BatchState): boolean => state.kind === 'refused' && state.failure.reason === 'RATE_LIMITED';

/**
 * Checks several codes one after the other, then redeems the valid ones on a click. Checks each again before it is
 * redeemed, because the one before may have changed its effect.
 */
export const useBatch = (codes: readonly string[]) => {
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly BatchRow[]>(() => createRows(codes));
  const [phase, setPhase] = useState<'checking' | 'checked' | 'redeeming' | 'over'>('checking');
  const running = useRef(false);

  useEffect(() => {
    let isMounted = true;
    const set = (at: number, state: BatchState) => setRows((before) => withState(before, at, state));
    const check = async () => {
      for (const [at, code] of codes.entries()) {
        set(at, { kind: 'checking' });
        const state = await checkCode(code);
        if (!isMounted) return;
        set(at, state);
        if (isLimit(state)) {
          setRows((before) => skipRemainingRows(before, at + 1));
          break;
        }
      }
      setPhase('checked');
    };
    void check();
    return () => {
      isMounted = false;
    };
  }, [codes]);

  const redeemOne = async (code: string, show: (state: BatchState) => void): Promise<BatchState> => {
    const state = await checkCode(code);
    if (state.kind !== 'ready') return state;
    const { coupon, request } = state;
    show({ kind: 'redeeming', coupon, request });
    return redeemWithRetry(coupon, request);
  };

  const redeem = async () => {
    if (running.current) return;
    running.current = true;
    setPhase('redeeming');
    for (const [at, { code, state }] of rows.entries()) {
      if (state.kind !== 'ready') continue;
      const show = (next: BatchState) => setRows((before) => withState(before, at, next));
      show({ ...state, kind: 'redeeming' });
      const result = await redeemOne(code, show);
      show(result);
      if (isLimit(result)) {
        setRows((before) => skipRemainingRows(before, at + 1));
        break;
      }
    }
    await refreshAfterPurchase(client);
    running.current = false;
    setPhase('over');
  };

  return { rows, phase, redeem };
};
