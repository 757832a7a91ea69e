import type { AccountId, InvoiceId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import { iso } from '@foyer/contract/vocabulary/instants';
import type { InvoiceReason } from '@foyer/contract/vocabulary/record-words';
import type { ChargePurpose } from '@foyer/domain/invoices/charge-purpose';
import type { GatewayCharge } from '../../services/billing/ports.ts';

/** Metadata of a payment at the gateway: names and texts, as Stripe stores them. */
export type ChargeMetadata = Readonly<Record<string, string>>;

/** Writes the metadata of a charge. A person who looks at the payment in the gateway's pages reads the same names. */
export const writeMetadata = ({
  attemptId,
  attemptNo,
  purpose,
  key,
}: Pick<GatewayCharge, 'attemptId' | 'attemptNo' | 'purpose' | 'key'>): ChargeMetadata => ({
  attempt_id: attemptId,
  attempt_no: String(attemptNo),
  account_id: purpose.accountId,
  receipt_id: purpose.invoiceId,
  receipt: purpose.receiptNumber,
  purpose: purpose.reason,
  ...(purpose.subscriptionId !== null && { subscription_id: purpose.subscriptionId }),
  ...(purpose.periodStart !== null && { period_start: iso(purpose.periodStart) }),
  ...(purpose.item !== null && { item: purpose.item }),
  charge_key: key,
});

/** Reads the purpose of a payment. Null if an earlier release made it, which stored only the attempt. */
export const readPurpose = (metadata: ChargeMetadata): ChargePurpose | null => {
  const { account_id, receipt_id, receipt, purpose, subscription_id, period_start, item } = metadata;
  if (!account_id || !receipt_id || !receipt || !purpose) return null;
  const periodStart = Date.parse(period_start ?? '');
  return {
    accountId: account_id as AccountId,
    invoiceId: receipt_id as InvoiceId,
    receiptNumber: receipt,
    reason: purpose as InvoiceReason,
    subscriptionId: (subscription_id as SubscriptionId | undefined) ?? null,
    periodStart: Number.isNaN(periodStart) ? null : periodStart,
    item: item ?? null,
  };
};
