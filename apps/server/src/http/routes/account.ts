import { ppmToPercent } from '@foyer/contract/vocabulary/money';
import { viewClock } from '../../services/clock/sandbox-clock.ts';
import { Refused } from '../../services/refused.ts';
import { attachment } from '../attachment.ts';
import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

export const serveAccount = (serve: Serve, services: Services): void => {
  serve('GET /api/account/me', async (_request, { principal, origin }) => ({
    status: 200,
    body: await services.readAccount(principal.accountId, origin.language),
  }));
  serve('GET /api/account/me/receipts', async ({ query }, { principal, origin }) => ({
    status: 200,
    body: await services.listReceipts(principal.accountId, query, origin.language),
  }));
  serve('GET /api/account/me/receipts/:id', async ({ params }, { principal, origin }) => ({
    status: 200,
    body: await services.readReceipt(principal.accountId, params.id, origin.language),
  }));
  serve('GET /api/account/me/receipts/:id.pdf', async ({ params }, { principal, hostname }) => {
    const { pdf, fileName } = await services.readReceiptPdf(principal, params.id, hostname);
    return {
      status: 200,
      body: pdf,
      headers: { 'content-language': principal.language, 'content-disposition': attachment(fileName) },
    };
  });
  serve(
    'POST /api/account/me/receipts/:id/pay',
    async ({ params, body }, { principal, claim, origin: { language } }) => ({
      status: 200,
      body: await services.payReceipt(principal.accountId, params.id, body.expectedTotalCents, claim, language),
    }),
    {
      fromSubject: async (subject, { principal, origin }) => {
        const { invoiceId } = await services.subjectOutcome(subject);
        const receipt = await services.readReceipt(principal.accountId, invoiceId ?? '', origin.language);
        return { status: 200, body: receipt };
      },
    },
  );
  serve('POST /api/account/me/payment_methods', async ({ body }, { principal }) => ({
    status: 201,
    body: await services.addCard(principal.accountId, body.token),
  }));
  for (const name of [
    'GET /api/account/taxes/rate/:postalCode',
    'GET /api/subscription/taxes/rate/:postalCode',
  ] as const)
    serve(name, async ({ params, query }, { principal }) => ({
      status: 200,
      body: {
        taxRatePercentage: ppmToPercent(await services.taxRate(principal.accountId, params.postalCode, query.country)),
      },
    }));
  serve('GET /api/account/payment-config', async () => ({ status: 200, body: services.browserConfig() }));

  serve('POST /api/account/me/clock', async (_request, { principal }) => ({
    status: 201,
    body: viewClock(await services.createClock(principal.accountId, services.wallNow())),
  }));
  serve('GET /api/account/me/clock', async (_request, { principal }) => {
    const clock = await services.clockOf(principal.accountId);
    if (!clock) throw new Refused('NOT_FOUND');
    return { status: 200, body: viewClock(clock) };
  });
  serve('POST /api/account/me/clock/advance', async ({ body }, { principal }) => {
    await services.requestAdvance(principal.accountId, body);
    return { status: 202, body: { status: 'advancing' as const } };
  });
};
