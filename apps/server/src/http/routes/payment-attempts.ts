import type { Services } from '../../compose.ts';
import type { Serve } from '../serve.ts';

export const servePaymentAttempts = (serve: Serve, services: Services): void => {
  serve(
    'POST /api/account/me/payment_attempts/:id/confirm',
    async ({ params, body }, { principal: { accountId }, origin: { language } }) => {
      const confirmed = await services.confirmAttempt(accountId, params.id, body);
      if (confirmed.kind === 'card') return confirmed.card;
      if (confirmed.kind === 'purchase') return confirmed.started;
      const receipt = await services.readReceipt(accountId, confirmed.invoiceId, language);
      if (confirmed.kind === 'receipt') return receipt;
      const { subscriptionId: id } = confirmed;
      const subscription = await services.readSubscription(accountId, id, language);
      return { id, subscription, receipt };
    },
  );
};
