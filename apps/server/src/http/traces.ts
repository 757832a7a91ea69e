import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BeginTrace } from '../compose.ts';

const isLeftOut = ({ url }: FastifyRequest): boolean => /^\/(?:assets\/|healthz|readyz)/.test(url);

/** Traces each request except files and health checks. Only a proxy may name the trace that a request belongs to. */
export const installTraces = (app: FastifyInstance, beginTrace: BeginTrace, isBehindProxy: boolean): void => {
  const traces = new WeakMap<FastifyRequest, ReturnType<BeginTrace>>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isLeftOut(request)) traces.set(request, beginTrace(isBehindProxy ? request.headers : {}));
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const trace = traces.get(request);
    if (trace) trace.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    traces.get(request)?.end({
      method: request.method,
      route: request.routeOptions.url ?? 'page',
      status: reply.statusCode,
      requestId: request.id,
    });
    done();
  });
};
