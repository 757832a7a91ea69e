import type { Reply } from '@foyer/contract/api/routes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { storedKeys } from '../../../lib/left-commands.ts';
import { broadcastPurchase } from '../../../lib/tab-broadcast.ts';
import { makeKeys, useCommand } from '../../../lib/use-command.ts';
import { refreshAfterPurchase } from '../../../shared/orders/after-purchase.ts';

interface PromotionOrder {
  promoCode: string;
  /** Set only if the customer declines auto-renew. */
  transitionAtEnd?: false;
}

/** Takes the promotion: all of its grants or none. A repeated request under the same key takes it once (PR-02). */
const takePromotion = (order: PromotionOrder, idempotencyKey: string) =>
  call('POST /api/subscription/promotion', { body: order }, { idempotencyKey });

export type TakenPromotion = Pick<Reply<'POST /api/subscription/promotion'>, 'subscriptions' | 'transitionAtEnd'>;

/** Number of 32 bits that tells the addresses of promotions apart. A code cannot be read from it. */
export const digestOf = (text: string): string =>
  [...text].reduce((hash, letter) => (hash * 33 + (letter.codePointAt(0) ?? 0)) >>> 0, 5381).toString(36);

/**
 * Takes a promotion once. Another choice of auto-renew is another request; the server refuses it if the first
 * succeeded.
 * @param text code or name in the address, whose digest is stored with the key. The portal mounts the page anew
 * for another address.
 */
export const useSubscribe = (
  text: string | undefined,
  promoCode: string | undefined,
  autoRenew: boolean,
  onDone: (taken: TakenPromotion) => void,
) => {
  const client = useQueryClient();
  const touches = async () => {
    await refreshAfterPurchase(client);
    broadcastPurchase();
  };
  const [keys] = useState(() => storedKeys(makeKeys(), 'promotion', digestOf(text ?? '')));
  const { run, ...command } = useCommand({
    keys,
    send: (order: PromotionOrder, key) => takePromotion(order, key),
    touches,
    onDone,
    onFailed: ({ reason }) => {
      // The account is under review now, or already had the promotion, for example from another tab. All pages show
      // this.
      if (reason === 'NEEDS_REVIEW' || reason === 'PROMO_NOT_FOUND') void touches();
      return true;
    },
  });
  const subscribe = async () => {
    if (promoCode !== undefined) await run({ promoCode, ...(!autoRenew && { transitionAtEnd: false as const }) });
  };
  return { ...command, subscribe };
};
