import type { Coupon } from '@foyer/contract/api/coupons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { checkFailureOf, type Failure } from '../../../lib/failure.ts';
import { storedKeys } from '../../../lib/left-commands.ts';
import { broadcastPurchase } from '../../../lib/tab-broadcast.ts';
import { makeKeys, useCommand } from '../../../lib/use-command.ts';
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

interface RedeemCommand {
  coupon: Coupon;
  request: RedeemRequest;
}

const isOpen = ({ reason, isUnknown }: Failure): boolean => isUnknown && reason !== 'RATE_LIMITED';

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
  const [keys] = useState(() => storedKeys(makeKeys(), 'code'));
  const { run } = useCommand({
    keys,
    send: ({ coupon, request }: RedeemCommand, key) => redeemCode(coupon.id, request, key),
  });

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

  /** Sends the code again once if its outcome is unknown. The key is the same, so that it never counts twice (CD-04). */
  const redeemWithRetry = async (command: RedeemCommand): Promise<BatchState> => {
    const { coupon } = command;
    let outcome = await run(command);
    if (outcome && 'failure' in outcome && isOpen(outcome.failure)) outcome = await run(command);
    if (outcome && 'result' in outcome) return { kind: 'done', coupon, subscription: outcome.result };
    return !outcome || isOpen(outcome.failure)
      ? { kind: 'unknown', coupon }
      : { kind: 'refused', coupon, failure: outcome.failure };
  };

  const redeemOne = async (code: string, show: (state: BatchState) => void): Promise<BatchState> => {
    const state = await checkCode(code);
    if (state.kind !== 'ready') return state;
    const { coupon, request } = state;
    show({ kind: 'redeeming', coupon, request });
    return redeemWithRetry({ coupon, request });
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
    broadcastPurchase();
    running.current = false;
    setPhase('over');
  };

  return { rows, phase, redeem };
};
