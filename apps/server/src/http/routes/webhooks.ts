import type { FastifyInstance } from 'fastify';
import type { Services } from '../../compose.ts';
import { Refused } from '../../services/refused.ts';
import { originOf } from '../serve.ts';

/** Body limit of webhooks. It is larger than for other calls, because an event holds a whole object of the gateway. */
const WEBHOOK_LIMIT_BYTES = 1024 * 1024;

/**
 * Serves the webhook of the gateway in use. The address of the other gateway does not exist. The signature covers the
 * received bytes, so no parser reads them before. There is no rate limit: many events come from one address at once.
 */
export const serveWebhooks = async (app: FastifyInstance, services: Services): Promise<void> => {
  const { gateway } = services.browserConfig();
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      `/webhooks/${gateway}`,
      { bodyLimit: WEBHOOK_LIMIT_BYTES, config: { rateLimit: false } },
      async (request, reply) => {
        const signature = request.headers[`${gateway}-signature`];
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        try {
          await services.receiveWebhook(raw, typeof signature === 'string' ? signature : undefined);
        } catch (error) {
          if (error instanceof Refused && error.type === 'INVALID_REQUEST') {
            const { address } = originOf(request);
            request.log.warn(
              { requestId: request.id, address, bytes: raw.length },
              `webhook refused: ${error.message}`,
            );
          }
          throw error;
        }
        return reply.code(200).send({ received: true });
      },
    );
  });
};
