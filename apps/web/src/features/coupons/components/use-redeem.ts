import type { Subscription } from '@foyer/contract/api/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../../lib/use-command.ts';
import { refreshAfterPurchase } from '../../../shared/orders/after-purchase.ts';
import type { RedeemRequest } from '../model/redemption.ts';
import { redeemCode } from '../queries/redeem-code.ts';

interface Redeem {
  onDone: (subscription: Subscription) => void;
  onMissingAddress: () => void;
}

/** Redeems one code once (CD-04). Another licence is another request. */
export const useRedeem = ({ onDone, onMissingAddress }: Redeem) => {
  const client = useQueryClient();
  const touches = () => refreshAfterPurchase(client);
  return useCommand({
    send: ({ code, request }: { code: string; request: RedeemRequest }, key) => redeemCode(code, request, key),
    touches,
    onDone,
    onFailed: ({ reason }) => {
      if (reason === 'NEEDS_REVIEW') void touches();
      if (reason !== 'MISSING_ADDRESS') return;
      onMissingAddress();
      return false;
    },
  });
};
