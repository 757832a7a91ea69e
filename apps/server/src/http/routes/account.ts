import { ppmToPercent } from '@foyer/contract/vocabulary/money';
import type { Services } from '../../compose.ts';
import { Refused } from '../../services/refused.ts';
import { viewClock } from '../../services/sandbox/sandbox-clock.ts';
import { attachment } from '../attachment.ts';
import { Answer, type Serve } from '../serve.ts';

export const serveAccount = (serve: Serve, services: Services): void => {
  serve('GET /api/account/me', (_request, { principal, origin }) =>
    services.readAccount(principal.accountId, origin.language),
  );
  serve('GET /api/account/me/receipts', ({ query }, { principal, origin }) =>
    services.listReceipts(principal.accountId, query, origin.language),
  );
  serve('GET /api/account/me/receipts/:id', ({ params }, { principal, origin }) =>
    services.readReceipt(principal.accountId, params.id, origin.language),
  );
  serve('GET /api/account/me/receipts/:id.pdf', async ({ params }, { principal, hostname }) => {
    const { pdf, fileName } = await services.readReceiptPdf(principal, params.id, hostname);
    const headers = { 'content-language': principal.language, 'content-disposition': attachment(fileName) };
    return new Answer(200, pdf, headers);
  });
  serve(
    'POST /api/account/me/receipts/:id/pay',
    ({ params, body }, { principal, claim, origin: { language } }) =>
      services.payReceipt(principal.accountId, params.id, body.expectedTotalCents, claim, language),
    {
      fromSubject: async (subject, { principal, origin }) => {
        const { invoiceId } = await services.subjectOutcome(subject);
        return services.readReceipt(principal.accountId, invoiceId ?? '', origin.language);
      },
    },
  );
  serve('POST /api/account/me/payment_methods', ({ body }, { principal }) =>
    services.addCard(principal.accountId, body.token),
  );
  for (const name of [
    'GET /api/account/taxes/rate/:postalCode',
    'GET /api/subscription/taxes/rate/:postalCode',
  ] as const)
    serve(name, async ({ params, query }, { principal }) => ({
      taxRatePercentage: ppmToPercent(await services.taxRate(principal.accountId, params.postalCode, query.country)),
    }));
  serve('GET /api/account/payment-config', async () => services.browserConfig());

  serve('POST /api/account/me/clock', async (_request, { principal }) =>
    viewClock(await services.createClock(principal.accountId, services.wallNow())),
  );
  serve('GET /api/account/me/clock', async (_request, { principal }) => {
    const clock = await services.clockOf(principal.accountId);
    if (!clock) throw new Refused('NOT_FOUND');
    return viewClock(clock);
  });
  serve('POST /api/account/me/clock/advance', async ({ body }, { principal }) => {
    await services.requestAdvance(principal.accountId, body);
    return { status: 'advancing' as const };
  });
};
