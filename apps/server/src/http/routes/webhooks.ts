import type { FastifyInstance } from 'fastify';
import { Refused } from '../../services/refused.ts';
import { originOf } from '../serve.ts';
import type { Services } from '../services.ts';

/** threats.md §3. */
const WEBHOOK_LIMIT_BYTES = 1024 * 1024;

/**
 * Where the gateway in use tells what has happened (api.md §6); the other one's address does not exist. The signature is
 * over the bytes as they came, so nothing may read them before. Many events may come from one address at once: no limit.
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
            request.log.warn({ requestId: request.id, address, bytes: raw.length }, 'webhook refused');
          }
          throw error;
        }
        return reply.code(200).send({ received: true });
      },
    );
  });
};
