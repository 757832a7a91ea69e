import { createHash } from 'node:crypto';
import { EVENTS_MAX } from '@foyer/contract/api/vendor';
import { withoutHidden } from '@foyer/contract/vocabulary/shown-text';
import type { Services } from '../../compose.ts';
import type { By } from '../../services/operator/ports.ts';
import { viewVendorKey } from '../../services/vendor/authenticate-key.ts';
import type { PlanGiven } from '../../services/vendor/give-plan.ts';
import { Answer, type Serve, type VendorContext } from '../serve.ts';

/** Actor and reason of a change for the audit log. The actor is the key. */
const byOf = ({ vendorKey, requestKey }: VendorContext, reason = 'call of the vendor API'): By => ({
  actor: vendorKey.id,
  reason: withoutHidden(reason),
  requestKey,
});

/** Entity tag of a body. It changes with each member of the body. */
const entityTagOf = (body: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}"`;

/** Tells whether a header `If-None-Match` names the tag. Tags are compared without their mark of weakness (RFC 9110). */
const matches = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag);

/** Serves the calls of the vendor's servers. Key and scope were checked before. */
export const serveVendor = (serve: Serve, services: Services['vendor']): void => {
  serve('GET /vendor/v1/key', async (_request, { vendorKey }) => viewVendorKey(vendorKey));
  serve('POST /vendor/v1/customers', async ({ body }, context) => {
    const { origin, hostname } = context;
    const found = await services.findOrCreateCustomer(body, byOf(context), origin, hostname);
    return new Answer(found.created ? 201 : 200, found);
  });
  serve('GET /vendor/v1/accounts/:accountId/entitlements', async ({ params }, { ifNoneMatch }) => {
    const held = await services.readEntitlements(params.accountId);
    const etag = entityTagOf(held);
    return matches(ifNoneMatch, etag) ? new Answer(304, undefined, { etag }) : new Answer(200, held, { etag });
  });
  serve('GET /vendor/v1/events', ({ query }) => services.listEvents(query.cursor, query.pageSize ?? EVENTS_MAX));
  const given = (grant: PlanGiven) => new Answer(grant.changed ? 200 : 201, grant);
  serve('POST /vendor/v1/accounts/:accountId/terms', async ({ params, body }, context) => {
    const { reason, ...wanted } = body;
    const caller = { ...context.origin, accountId: params.accountId };
    return given(await services.giveTime(caller, wanted, byOf(context, reason)));
  });
  serve('POST /vendor/v1/accounts/:accountId/packages', async ({ params, body }, context) => {
    const { reason, ...wanted } = body;
    const caller = { ...context.origin, accountId: params.accountId };
    return given(await services.givePackage(caller, wanted, byOf(context, reason)));
  });
  serve('POST /vendor/v1/accounts/:accountId/codes', async ({ params, body }, context) => {
    const caller = { ...context.origin, accountId: params.accountId };
    const { code, subscriptionId = null, reason } = body;
    return given(await services.redeemForCustomer(caller, code, subscriptionId, byOf(context, reason)));
  });
  serve('POST /vendor/v1/accounts/:accountId/portal-links', ({ params, body }, context) =>
    services.createPortalLink(params.accountId, body, byOf(context)),
  );
  serve('PUT /vendor/v1/accounts/:accountId/usage', ({ params, body }, { vendorKey }) =>
    services.reportUsage(params.accountId, body, vendorKey.id),
  );
  serve('POST /vendor/v1/accounts/:accountId/notes', ({ params, body }, context) =>
    services.addNote(params.accountId, byOf(context, body.text)),
  );
};

/** Serves the page that a portal link opens. The customer needs no session there. */
export const servePortalLinks = (serve: Serve, services: Services['vendor']): void => {
  serve('POST /api/auth/sessions/portal-link-previews', ({ body }, { origin }) =>
    services.readPortalLink(body.token, origin.language),
  );
  serve('POST /api/auth/sessions/portal-links', ({ body }, { origin }) =>
    services.usePortalLink(body.token, body.keepSession, origin),
  );
};
