import { newId } from '../adapters/new-id.ts';
import { makeEntitlementEventReads } from '../adapters/postgres/entitlement-events.ts';
import { externalIdsOn } from '../adapters/postgres/external-ids.ts';
import { operatorRowsOn } from '../adapters/postgres/operator-store.ts';
import { makeUserRows } from '../adapters/postgres/user-rows.ts';
import { makeVendorKeyReads } from '../adapters/postgres/vendor-keys.ts';
import type { LinkRequest } from '../services/mail/ports.ts';
import { makeAddNote } from '../services/vendor/add-note.ts';
import { makeAuthenticateVendorKey } from '../services/vendor/authenticate-key.ts';
import { makeFindOrCreateCustomer } from '../services/vendor/find-or-create-customer.ts';
import { makeListEntitlementEvents, makeReadEntitlements } from '../services/vendor/read-entitlements.ts';
import type { Base } from './base.ts';

/** Connects the calls of the vendor's servers (decision 71). */
export const composeVendor = (base: Base) => {
  const { platform, database, queue, reads } = base;
  const rowNeeds = { newId: () => newId('audit'), wallNow: base.wallNow };
  const events = makeEntitlementEventReads(database);
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
    addNote: makeAddNote({
      inTransaction: (run) => database.transaction((sql) => run(operatorRowsOn(sql, rowNeeds))),
    }),
  };
};
