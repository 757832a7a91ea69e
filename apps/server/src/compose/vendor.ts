import { newId } from '../adapters/new-id.ts';
import { makeBillingTransaction } from '../adapters/postgres/billing-store.ts';
import type { Sql } from '../adapters/postgres/database.ts';
import { makeEntitlementEventReads } from '../adapters/postgres/entitlement-events.ts';
import { externalIdsOn } from '../adapters/postgres/external-ids.ts';
import { operatorRowsOn } from '../adapters/postgres/operator-store.ts';
import { makePortalLinkReads, portalLinksOn, portalLinkUseOn } from '../adapters/postgres/portal-links.ts';
import { makeSignInRows } from '../adapters/postgres/sign-in-rows.ts';
import { makeUsageRows } from '../adapters/postgres/usage-reports.ts';
import { makeUserRows } from '../adapters/postgres/user-rows.ts';
import { makeVendorKeyReads } from '../adapters/postgres/vendor-keys.ts';
import { portalUrlOf } from '../brands.ts';
import { makeRedeemCode } from '../services/coupons/redeem-code.ts';
import type { LinkRequest } from '../services/mail/ports.ts';
import { Refused } from '../services/refused.ts';
import { makeReportUsage } from '../services/usage/report-usage.ts';
import { makeAddNote } from '../services/vendor/add-note.ts';
import { makeAuthenticateVendorKey } from '../services/vendor/authenticate-key.ts';
import { makeCreatePortalLink } from '../services/vendor/create-portal-link.ts';
import { makeFindOrCreateCustomer } from '../services/vendor/find-or-create-customer.ts';
import {
  makeGivePackage,
  makeGiveTime,
  makeRedeemForCustomer,
  type RedeemAudited,
} from '../services/vendor/give-plan.ts';
import { makeListEntitlementEvents, makeReadEntitlements } from '../services/vendor/read-entitlements.ts';
import { makeFindReturnTarget } from '../services/vendor/return-targets.ts';
import { makeReadPortalLink, makeUsePortalLink } from '../services/vendor/use-portal-link.ts';
import type { Base } from './base.ts';
import type { composeBilling } from './billing.ts';
import type { Charging } from './charging.ts';
import type { OperatorCommands } from './operator-commands.ts';

interface Parts {
  readonly charging: Pick<Charging, 'closeChallenges'>;
  readonly billing: Pick<ReturnType<typeof composeBilling>, 'findCode'>;
  readonly operator: Pick<OperatorCommands, 'createCoupons' | 'revokeCoupons'>;
}

/** Connects the calls of the vendor's servers (decision 71). */
export const composeVendor = (base: Base, { charging, billing, operator }: Parts) => {
  const { platform, database, queue, reads } = base;
  const rowNeeds = { newId: () => newId('audit'), wallNow: base.wallNow };
  const events = makeEntitlementEventReads(database);
  /** A refusal that the transaction returns has stored that the code is held, and has redeemed nothing. */
  const redeemAudited: RedeemAudited = (accountId, code, subscriptionId, by) => {
    const transaction = <T>(run: (sql: Sql) => Promise<T>): Promise<T> =>
      database.transaction(async (sql) => {
        const done = await run(sql);
        const entry = { accountId, subjectId: accountId, after: { batch: code.batch }, domainAt: null };
        if (!(done instanceof Refused))
          await operatorRowsOn(sql, rowNeeds).record({ ...by, ...entry, action: 'redeem_code' });
        return done;
      });
    const inTransaction = makeBillingTransaction({ ...base.billingStore, database: { ...database, transaction } });
    return makeRedeemCode(platform, { ...base, ...charging, inTransaction })(accountId, code, subscriptionId, null);
  };
  const redeemForCustomer = makeRedeemForCustomer({ reads, findCode: billing.findCode, redeemAudited });
  const giveTime = makeGiveTime({ ...operator, redeemForCustomer });
  const findReturnTarget = makeFindReturnTarget({ ...base.vendor, productClients: base.productClients });
  const links = makePortalLinkReads(database);
  return {
    authenticate: makeAuthenticateVendorKey(platform, makeVendorKeyReads(database)),
    findOrCreateCustomer: makeFindOrCreateCustomer(platform, {
      inTransaction: base.inSecurityTransaction((sql) => ({
        ...makeUserRows(sql),
        ...externalIdsOn(sql),
        audit: operatorRowsOn(sql, rowNeeds).record,
        requestLink: (request: LinkRequest) => queue.enqueueMails(sql, [request]),
      })),
      brandOf: base.brandOf,
      claims: base.defaultClaims,
      gateway: base.gateway.name,
      noPassword: base.hasher.decoy,
      hasProvider: base.oidc !== null,
    }),
    readEntitlements: makeReadEntitlements(platform, { reads, events }),
    listEvents: makeListEntitlementEvents(events),
    redeemForCustomer,
    giveTime,
    givePackage: makeGivePackage({ catalogue: base.catalogue, giveTime }),
    createPortalLink: makeCreatePortalLink(platform, {
      inTransaction: (run) =>
        database.transaction((sql) =>
          run({ ...operatorRowsOn(sql, rowNeeds), ...externalIdsOn(sql), ...portalLinksOn(sql) }),
        ),
      findReturnTarget,
      familyKeys: () => base.catalogue().families.map(({ key }) => key),
      portalOf: (brand) => portalUrlOf(brand, base),
    }),
    readPortalLink: makeReadPortalLink({ links, findReturnTarget }),
    usePortalLink: makeUsePortalLink(platform, {
      links,
      findReturnTarget,
      inTransaction: base.inSecurityTransaction((sql) => ({ ...makeSignInRows(sql), ...portalLinkUseOn(sql) })),
      tokens: base.tokens,
    }),
    reportUsage: makeReportUsage(platform, { reads, rows: makeUsageRows(database) }),
    addNote: makeAddNote({
      inTransaction: (run) => database.transaction((sql) => run(operatorRowsOn(sql, rowNeeds))),
    }),
  };
};
