import { id } from '@foyer/contract/api/text';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { IntentState } from '../../services/billing/ports.ts';
import { html } from '../../services/mail/html.ts';
import { Refused } from '../../services/refused.ts';
import type { AnswerChallenge } from '../../services/sandbox/ports.ts';
import { API_CSP } from '../headers.ts';

/** May stand in a frame of the portal, as a bank's page would. */
const PAGE_CSP = `default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`;

const stylesheet = `:root{color-scheme:light dark;font:16px/1.5 Inter,system-ui,sans-serif}body{margin:0;padding:24px 16px}main{max-width:420px;margin:0 auto}
h1{font-size:20px;margin:0 0 8px}p{margin:0 0 16px}form{display:flex;gap:12px;flex-wrap:wrap}button{font:inherit;min-height:44px;padding:0 20px;border-radius:8px;border:1px solid currentColor;cursor:pointer}`;

const page = (heading: string, body: ReturnType<typeof html>): string =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title><link rel="stylesheet" href="/sandbox/3ds.css"></head><body><main><h1>${heading}</h1>${body}</main></body></html>`
    .value;

const question = page(
  'Sandbox bank',
  html`<p>A shop wants to use your card. This page stands in for your bank’s: no money moves.</p>
<form method="post"><button name="result" value="approve">Approve</button><button name="result" value="fail">Decline</button></form>`,
);

const answered = (state: IntentState): string =>
  state.kind === 'succeeded' || state.kind === 'saved' || state.kind === 'processing'
    ? page('Approved', html`<p>Thank you. You may go back to the portal.</p>`)
    : page('Not approved', html`<p>You may go back to the portal and try again.</p>`);

const send = (reply: FastifyReply, body: string) =>
  reply.header('content-security-policy', PAGE_CSP).type('text/html; charset=utf-8').send(body);

const known = (state: IntentState | null): IntentState => {
  if (!state) throw new Refused('NOT_FOUND');
  return state;
};

const refOf = (text: string): string => {
  if (!id.safeParse(text).success) throw new Refused('NOT_FOUND');
  return text;
};

/** The sandbox's challenge page (api.md §6): the customer approves or fails, without a script. */
export const serveChallenges = async (app: FastifyInstance, challenges: AnswerChallenge): Promise<void> => {
  app.get('/sandbox/3ds.css', async (_request, reply) =>
    reply.header('content-security-policy', API_CSP).type('text/css; charset=utf-8').send(stylesheet),
  );
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_000 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.get<{ Params: { intent: string } }>('/sandbox/3ds/:intent', async (request, reply) => {
      const state = known(await challenges.read(refOf(request.params.intent)));
      return send(reply, state.kind === 'requires_action' ? question : answered(state));
    });
    scope.post<{ Params: { intent: string } }>('/sandbox/3ds/:intent', async (request, reply) => {
      const result = request.body instanceof URLSearchParams ? request.body.get('result') : null;
      if (result !== 'approve' && result !== 'fail') throw new Refused('INVALID_REQUEST', { field: 'result' });
      const intentRef = refOf(request.params.intent);
      return send(reply, answered(known(await challenges.answer(intentRef, result === 'approve'))));
    });
  });
};
