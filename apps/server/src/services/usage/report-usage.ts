import type { Usage } from '@foyer/contract/api/usage';
import type { FamilyLimit, UsageLimit } from '@foyer/contract/vocabulary/families';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { iso, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { type Entitlement, entitlementsOf } from '@foyer/domain/entitlements/entitlement';
import type { BillingReads } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { UsageReport, UsageRows } from './ports.ts';

/** Tolerated difference of the product's clock. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

interface Dependencies {
  readonly reads: Pick<BillingReads, 'account'>;
  readonly rows: UsageRows;
}

/** Report of a product. Its time is ISO 8601. */
export interface UsageToReport {
  readonly product: string;
  readonly limit: UsageLimit;
  readonly used: number;
  readonly measuredAt: string;
}

const wrong = (field: keyof UsageToReport, message?: string): Refused =>
  new Refused('INVALID_REQUEST', { field, ...(message === undefined ? {} : { message }) });

/**
 * Stores how much of a limit an account uses. Nothing is charged or refused by it: customers see it, and see at a downgrade
 * that the new plan has less than they use (decision 79). A report that was measured before the stored one changes nothing.
 */
export const makeReportUsage =
  ({ wallNow, ruleContext }: Platform, { reads, rows }: Dependencies) =>
  async (accountId: AccountId, report: UsageToReport, vendorKeyId: string): Promise<void> => {
    const measuredAt = Date.parse(report.measuredAt);
    if (measuredAt > wallNow() + CLOCKS_DIFFER_MS)
      throw wrong('measuredAt', 'measuredAt is in the future. Check the clock of your server.');
    const loaded = await reads.account(accountId);
    if (!loaded) throw new Refused('NOT_FOUND');
    const { product, limit, used } = report;
    const context = ruleContext(loaded.now);
    const family = context.catalogue.families.find(({ key }) => key === product);
    if (!family) throw wrong('product');
    const limits: readonly FamilyLimit[] = family.limits;
    if (!limits.includes(limit)) throw wrong('limit', `The family ${product} has no limit ${limit} in families.yaml.`);
    if (!entitlementsOf(loaded.state, context, product).some(({ entitled }) => entitled))
      throw new Refused('ACTION_REFUSED', {
        code: 'not_entitled',
        message: `The account has no entitlement of the family ${product}.`,
      });
    if (!(await rows.storeUsage(accountId, { product, limit, used, measuredAt }, vendorKeyId)))
      throw new Refused('ACTION_REFUSED', {
        code: 'older_report',
        message: 'A report that was measured later, or at the same time with another value, is stored already.',
      });
  };

const allowedBy = ({ storageBytes, accessKeyLimit }: Entitlement, limit: UsageLimit): number | null =>
  limit === 'storage' ? storageBytes : accessKeyLimit;

/** Number that the largest entitlement allows; null if one of them has no limit, undefined without an entitlement. */
const allowed = (held: readonly Entitlement[], { product, limit }: UsageReport): number | null | undefined =>
  held
    .filter((one) => one.entitled && one.product === product)
    .map((one) => allowedBy(one, limit))
    .reduce<number | null | undefined>(
      (most, one) => (one === null || most === null ? null : Math.max(one, most ?? 0)),
      undefined,
    );

/** Lists the last reports about products that the account may use now, with what it is allowed. */
export const makeListUsage =
  ({ ruleContext }: Platform, { reads, rows }: Dependencies) =>
  async (accountId: AccountId): Promise<Usage[]> => {
    const reports = await rows.usageOf(accountId);
    const loaded = reports.length === 0 ? null : await reads.account(accountId);
    if (!loaded) return [];
    const held = entitlementsOf(loaded.state, ruleContext(loaded.now));
    return reports.flatMap((report) => {
      const most = allowed(held, report);
      return most === undefined ? [] : [{ ...report, allowed: most, measuredAt: iso(report.measuredAt) }];
    });
  };
