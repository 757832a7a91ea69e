import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isOrderOutcomeUnknown } from '../../../lib/order-key.ts';
import { invalidateAfterPurchase } from '../../../lib/queries/after-purchase.ts';
import { refetchForOrder } from '../queries/refetch-for-order.ts';

interface LeftOrder {
  /** The account lists it, or did not answer since: there is nothing to be found yet. */
  underWay: boolean;
  /** Notes in what is known of the account that a payment is under way, until the account itself says how it is. */
  markPending: () => void;
  /** An order of before was not answered: what is held has just been asked again, and stands here. None: nothing does. */
  onFound: (() => void) | undefined;
}

/**
 * An order that was sent and not answered outlives the form that sent it (SU-08, INV-12). When that is left, the order
 * counts as under way until the account answers; the next form first asks what is held, and says so.
 */
export const useLeftOrder = (needs: LeftOrder) => {
  const client = useQueryClient();
  const touched = useRef(false);
  const isLeft = useRef(false);
  const { underWay } = needs;
  const latest = useRef(needs);
  useEffect(() => {
    latest.current = needs;
  });

  const leave = useRef(() => {
    if (!touched.current) return;
    if (isOrderOutcomeUnknown(client)) latest.current.markPending();
    invalidateAfterPurchase(client);
  });

  useEffect(() => {
    const { current } = leave;
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      current();
    };
  }, []);

  useEffect(() => {
    if (underWay || touched.current || !latest.current.onFound || !isOrderOutcomeUnknown(client)) return;
    const isAsked = () => !isLeft.current && !touched.current;
    // not to be had: the order stays lost, and the button asks again before it sends another
    refetchForOrder(client, isAsked).then(
      (found) => found === 'not-found' && latest.current.onFound?.(),
      () => undefined,
    );
  }, [client, underWay]);

  return {
    /** Something was sent from here; false once it is done. */
    touch: (is: boolean): void => {
      touched.current = is;
    },
    /** What was sent from here was refused, or its answer lost: after the form was left nobody else sees to it. */
    leaveAgain: (): void => {
      if (isLeft.current) leave.current();
    },
  };
};
