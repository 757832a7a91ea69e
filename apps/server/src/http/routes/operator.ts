import { withoutHidden } from '@foyer/contract/vocabulary/shown-text';
import type { Services } from '../../compose.ts';
import type { By } from '../../services/operator/ports.ts';
import type { OperatorContext, Serve } from '../serve.ts';

/** Services of the operator calls (OP-01…OP-04). */
type OperatorServices = Services['operator'];

const byOf = ({ operator, requestKey }: OperatorContext, { reason }: { readonly reason: string }): By => ({
  actor: operator.operatorId,
  // Pasted text may hide characters that reverse the lines of the audit trail.
  reason: withoutHidden(reason),
  requestKey,
});

const serveOperatorAndWork = (serve: Serve, services: OperatorServices): void => {
  serve('POST /api/operator/sessions', ({ body }, { origin }) => services.signIn(body, origin));
  serve('DELETE /api/operator/sessions/me', (_request, { operator, origin }) => services.signOut(operator, origin));
  serve('GET /api/operator/me', (_request, { operator }) => services.readMe(operator));
  serve('POST /api/operator/me/change-password', ({ body }, { operator, origin }) =>
    services.changePassword(operator, body, origin),
  );
  serve('GET /api/operator/work', (_request, { origin }) => services.readWork(origin.language));
  serve('GET /api/operator/work/:list', ({ params, query }, { origin }) =>
    services.readMoreWork(params.list, query.cursor, origin.language),
  );
  serve('GET /api/operator/charts', () => services.readCharts());
  serve('POST /api/operator/jobs/:id/retry', ({ params, body }, context) =>
    services.retryJob(params.id, byOf(context, body)),
  );
  serve('POST /api/operator/jobs/:id/dismiss', ({ params, body }, context) =>
    services.dismissJob(params.id, byOf(context, body)),
  );
  serve('POST /api/operator/payments/:id/ask', async ({ params, body }, context) => {
    const { status, amountCents, isDecided } = await services.askPayment(params.id, byOf(context, body));
    return { status, amountCents, isDecided };
  });
  serve('GET /api/operator/audit', ({ query }) => services.listAudit(query.accountId, query.cursor));
};

const serveSale = (serve: Serve, services: OperatorServices): void => {
  serve('GET /api/operator/catalogue', () => services.readCatalogue());
  serve('POST /api/operator/catalogue/reload', ({ body }, context) => services.reloadCatalogue(byOf(context, body)));
  serve('GET /api/operator/coupon-batches', ({ query }) => services.listBatches(query.cursor));
  serve('GET /api/operator/coupon-batches/:id', ({ params }) => services.readBatch(params.id));
  serve('GET /api/operator/coupon-batches/:id/redemptions', ({ params, query }) =>
    services.listRedemptions(params.id, query.cursor),
  );
  serve('POST /api/operator/coupon-batches', async ({ body }, context) => {
    const { reason, validTo, ...order } = body;
    const until = validTo === undefined ? undefined : Date.parse(validTo);
    const { batchId, codes } = await services.createCoupons({ ...order, validTo: until }, byOf(context, { reason }));
    return { batchId, codes: [...codes] };
  });
  serve('POST /api/operator/coupon-batches/:id/revoke', ({ params, body }, context) =>
    services.revokeCoupons(params.id, byOf(context, body)),
  );
};

const serveVendorKeys = (serve: Serve, services: OperatorServices): void => {
  serve('GET /api/operator/vendor-keys', () => services.listVendorKeys());
  serve('POST /api/operator/vendor-keys', ({ body: { name, scopes, days = null, reason } }, context) =>
    services.createVendorKey({ name: withoutHidden(name), scopes, days }, byOf(context, { reason })),
  );
  serve('POST /api/operator/vendor-keys/:id/revoke', ({ params, body }, context) =>
    services.revokeVendorKey(params.id, byOf(context, body)),
  );
};

const serveHooks = (serve: Serve, services: OperatorServices): void => {
  serve('GET /api/operator/hook-endpoints', () => services.listHookEndpoints());
  serve('POST /api/operator/hook-endpoints/:id/test', ({ params, body }, context) =>
    services.sendTestHook(params.id, byOf(context, body)),
  );
  serve('GET /api/operator/hooks', ({ query: { product = null, status = null, cursor } }) =>
    services.listHooks({ product, status }, cursor),
  );
  serve('GET /api/operator/hooks/:id', async ({ params }, { operator, origin }) => {
    const found = await services.readHook(params.id);
    // Body and answers are data about the customer, so the reading is recorded as that of the customer's page.
    if (found.hook.accountId !== null) await services.recordView(operator, found.hook.accountId, origin);
    return found;
  });
  serve('POST /api/operator/hooks/:id/resend', ({ params, body }, context) =>
    services.resendHook(params.id, byOf(context, body)),
  );
};

const serveCustomers = (serve: Serve, services: OperatorServices): void => {
  serve('POST /api/operator/customers/search', ({ body }) => services.search(body.q));
  /** Records that the operator read the customer's data, before the response is sent. */
  const noted = async <Body>(accountId: string, { operator, origin }: OperatorContext, reading: Promise<Body>) => {
    const body = await reading;
    await services.recordView(operator, accountId, origin);
    return body;
  };
  serve('GET /api/operator/customers/:accountId', ({ params }, context) =>
    noted(params.accountId, context, services.readCustomer(params.accountId, context.origin.language)),
  );
  serve('GET /api/operator/customers/:accountId/timeline', ({ params, query }, context) =>
    noted(params.accountId, context, services.readTimeline(params.accountId, query.cursor, context.origin.language)),
  );
  serve('GET /api/operator/customers/:accountId/receipts', ({ params, query }, context) =>
    noted(params.accountId, context, services.listReceipts(params.accountId, query.cursor, context.origin.language)),
  );
  serve('GET /api/operator/customers/:accountId/mails', ({ params, query }, context) =>
    noted(params.accountId, context, services.listMails(params.accountId, query.cursor)),
  );
  serve('POST /api/operator/customers/:accountId/credit', async ({ params, body }, context) => {
    const by = byOf(context, body);
    const repeats = body.again ? 'meant' : 'refused within the hour';
    const granted = await services.grantCredit(params.accountId, body.amountCents, by, repeats);
    return {
      creditCents: Math.max(0, -granted.balanceCents),
      usedFor: granted.uses.map(({ number, ...use }) => ({ ...use, invoice: number })),
    };
  });
  serve('POST /api/operator/customers/:accountId/address', async ({ params, body }, context) => {
    const { reason, ignoreValidation, replaces, ...typed } = body;
    const change = { typed, ignoreValidation, replaces };
    return services.changeAddress(params.accountId, change, byOf(context, { reason }));
  });
  serve('POST /api/operator/customers/:accountId/close', async ({ params, body }, context) => {
    const { creditCents } = await services.closeAccount(params.accountId, byOf(context, body));
    return { creditCents };
  });
  serve('POST /api/operator/customers/:accountId/view', ({ params, body }, context) =>
    services.beginView(params.accountId, context.operator, byOf(context, body)),
  );
  serve('GET /api/auth/operator-view', (_request, { principal }) => services.readView(principal));
  serve('DELETE /api/auth/operator-view', (_request, { principal }) => services.endView(principal));
  serve('POST /api/operator/customers/:accountId/sessions/end', async ({ params, body }, context) => ({
    ended: await services.endSessions(params.accountId, byOf(context, body)),
  }));
  serve('POST /api/operator/customers/:accountId/mails/:mailId/resend', ({ params, body }, context) =>
    services.resendMail(params.accountId, params.mailId, byOf(context, body)),
  );
  serve('POST /api/operator/subscriptions/:id/end', async ({ params, body }, context) => {
    const { voidedInvoices } = await services.endSubscription(params.id, byOf(context, body), body.onlyRequest);
    return { voidedReceipts: [...voidedInvoices] };
  });
  serve('POST /api/operator/subscriptions/:id/accept', async ({ params, body }, context) => {
    const { replaced } = await services.acceptRequest(params.id, byOf(context, body));
    return { replaced: [...replaced] };
  });
  serve('GET /api/operator/reviews', ({ query }) => services.listReviews(query.status, query.cursor));
  const decide = (name: 'clear' | 'deny', command: OperatorServices['clearReview']) =>
    serve(`POST /api/operator/reviews/:id/${name}`, async ({ params, body }, context) => {
      await command(params.id, byOf(context, body));
    });
  decide('clear', services.clearReview);
  decide('deny', services.denyReview);
};

const serveReceipts = (serve: Serve, services: OperatorServices): void => {
  serve('POST /api/operator/receipts/:id/refund', async ({ params, body }, context) => {
    const by = byOf(context, body);
    const { id, status, amountCents, errorMessage } = await services.refund(params.id, body.amountCents ?? null, by);
    return { refundId: id, status, amountCents, message: errorMessage };
  });
  const decide = (name: 'void' | 'write-off', command: OperatorServices['voidInvoice']) =>
    serve(`POST /api/operator/receipts/:id/${name}`, async ({ params, body }, context) => {
      const { invoiceId, endedSubscriptions } = await command(params.id, byOf(context, body));
      return { receiptId: invoiceId, endedSubscriptions: [...endedSubscriptions] };
    });
  decide('void', services.voidInvoice);
  decide('write-off', services.writeOffInvoice);
};

/** Serves every operator call. The roles of the operator were checked before. */
export const serveOperator = (serve: Serve, services: OperatorServices): void => {
  serveOperatorAndWork(serve, services);
  serveCustomers(serve, services);
  serveReceipts(serve, services);
  serveSale(serve, services);
  serveHooks(serve, services);
  serveVendorKeys(serve, services);
};
