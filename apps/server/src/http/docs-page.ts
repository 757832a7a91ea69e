import type { Route } from '@foyer/contract/api/route';
import { type RouteName, routes } from '@foyer/contract/api/routes';
import type { FastifyInstance } from 'fastify';
import { html } from '../services/mail/html.ts';
import { ownErrorsOf } from './openapi.ts';

const callRow = (name: RouteName, route: Route) =>
  html`<tr><td><code>${name}</code></td><td>${route.summary}</td><td>${route.access}</td><td>${ownErrorsOf(name, route).join(', ')}</td></tr>`;

const page = (sandbox: boolean): string => {
  const calls = (Object.entries(routes) as [RouteName, Route][]).filter(([, route]) => sandbox || !route.sandboxOnly);
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Foyer API</title><link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>Every call of Foyer</h1>
<p>Money is in whole cents, moments are ISO 8601 in UTC. The access token travels in <code>X-IS-AT</code>. Shapes of requests and replies stand in <a href="/api/openapi.json">the OpenAPI document</a>.</p>
<table><thead><tr><th>Call</th><th>What it does</th><th>Access</th><th>Refusals of its own</th></tr></thead><tbody>
${calls.map(([name, route]) => callRow(name, route as Route))}
</tbody></table></main></body></html>`.value;
};

const stylesheet = `:root{color-scheme:light dark;font:15px/1.5 Inter,system-ui,sans-serif}body{margin:0;padding:32px 16px}main{max-width:1100px;margin:0 auto}
h1{font-size:24px}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:8px 12px 8px 0;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent);font-size:13px}code{overflow-wrap:anywhere}`;

const PAGE_CSP = `default-src 'none'; style-src 'self'; frame-ancestors 'none'`;

/** Serves an HTML list of all calls, made from the contract like the OpenAPI document. */
export const serveDocsPage = (app: FastifyInstance, sandbox: boolean): void => {
  const body = page(sandbox);
  app.get('/api/docs', async (_request, reply) =>
    reply.header('content-security-policy', PAGE_CSP).type('text/html; charset=utf-8').send(body),
  );
  app.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(stylesheet));
};
