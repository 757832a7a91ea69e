import { receiptSerial } from '@foyer/contract/vocabulary/receipt-number';
import type { FoundPayment, PaymentGateway } from '../billing/ports.ts';
import { BACKUP_SLACK_MS, type RestoredBackupRows } from './restored-ports.ts';

interface Dependencies {
  readonly gateway: Pick<PaymentGateway, 'listPayments'>;
  readonly restored: Pick<RestoredBackupRows, 'find' | 'continueNumbers'>;
}

/** Highest receipt number that the payments carry, or 0. */
export const highestNumber = (payments: readonly FoundPayment[]): number =>
  Math.max(0, ...payments.map(({ purpose }) => receiptSerial(purpose?.receiptNumber ?? '') ?? 0));

/**
 * Continues the numbers of receipts after those at the gateway, once after a restore: two receipts may not have the same
 * number. It runs before a server takes calls; `reconcile` continues them again. Returns how many numbers stay unused.
 */
export const makeContinueReceipts =
  ({ gateway, restored }: Dependencies) =>
  async (): Promise<number> => {
    const backup = await restored.find();
    if (!backup || backup.areNumbersContinued) return 0;
    const payments = await gateway.listPayments(backup.takenAt - BACKUP_SLACK_MS, null);
    return restored.continueNumbers(highestNumber(payments), false);
  };
