import { id } from '@foyer/contract/api/text';
import { type Language, languages } from '@foyer/contract/vocabulary/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../compose.ts';
import type { IntentState } from '../../services/billing/ports.ts';
import { html } from '../../services/mail/html.ts';
import { Refused } from '../../services/refused.ts';
import { API_CSP } from '../headers.ts';
import { languageOf } from '../language.ts';

/** Lets the portal frame the page, as it does with the page of a bank. */
const PAGE_CSP = `default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`;

const stylesheet = `:root{color-scheme:light dark;font:16px/1.5 Inter,system-ui,sans-serif}body{margin:0;padding:24px 16px}main{max-width:420px;margin:0 auto}
h1{font-size:20px;margin:0 0 8px}p{margin:0 0 16px}form{display:flex;gap:12px;flex-wrap:wrap}button{font:inherit;min-height:44px;padding:0 20px;border-radius:8px;border:1px solid currentColor;cursor:pointer}`;

const en = {
  bank: 'Sandbox bank',
  question: 'A shop wants to use your card. This page stands in for your bank’s: no money moves.',
  approve: 'Approve',
  decline: 'Decline',
  approved: 'Approved',
  thanks: 'Thank you. You may go back to the portal.',
  refused: 'Not approved',
  again: 'You may go back to the portal and try again.',
};

/** Texts of the page, by the language of the portal (BY-05). */
export const challengeWords: Readonly<Record<Language, typeof en>> = {
  en,
  de: {
    bank: 'Bank der Sandbox',
    question: 'Ein Geschäft möchte Ihre Karte belasten. Diese Seite steht für die Ihrer Bank: Es fließt kein Geld.',
    approve: 'Bestätigen',
    decline: 'Ablehnen',
    approved: 'Bestätigt',
    thanks: 'Vielen Dank. Sie können zum Portal zurückkehren.',
    refused: 'Nicht bestätigt',
    again: 'Sie können zum Portal zurückkehren und es erneut versuchen.',
  },
};

const page = (language: Language, heading: string, body: ReturnType<typeof html>): string =>
  html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title><link rel="stylesheet" href="/sandbox/3ds.css"></head><body><main><h1>${heading}</h1>${body}</main></body></html>`
    .value;

const pageOf = (state: IntentState, language: Language): string => {
  const words = challengeWords[language];
  switch (state.kind) {
    case 'requires_action':
      return page(
        language,
        words.bank,
        html`<p>${words.question}</p>
<form method="post"><button name="result" value="approve">${words.approve}</button><button name="result" value="fail">${words.decline}</button></form>`,
      );
    case 'succeeded':
    case 'saved':
    case 'processing':
      return page(language, words.approved, html`<p>${words.thanks}</p>`);
    default:
      return page(language, words.refused, html`<p>${words.again}</p>`);
  }
};

const send = (request: FastifyRequest, reply: FastifyReply, state: IntentState) =>
  reply
    .header('content-security-policy', PAGE_CSP)
    .type('text/html; charset=utf-8')
    .send(pageOf(state, languageOf(request.headers, languages)));

const known = (state: IntentState | null): IntentState => {
  if (!state) throw new Refused('NOT_FOUND');
  return state;
};

const refOf = (text: string): string => {
  if (!id.safeParse(text).success) throw new Refused('NOT_FOUND');
  return text;
};

/** Serves the sandbox's 3-D Secure page. The customer approves or fails the challenge by forms, without a script. */
export const serveChallenges = async (app: FastifyInstance, challenges: Services['challenges']): Promise<void> => {
  app.get('/sandbox/3ds.css', async (_request, reply) =>
    reply.header('content-security-policy', API_CSP).type('text/css; charset=utf-8').send(stylesheet),
  );
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_000 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.get<{ Params: { intent: string } }>('/sandbox/3ds/:intent', async (request, reply) =>
      send(request, reply, known(await challenges.read(refOf(request.params.intent)))),
    );
    scope.post<{ Params: { intent: string } }>('/sandbox/3ds/:intent', async (request, reply) => {
      const result = request.body instanceof URLSearchParams ? request.body.get('result') : null;
      if (result !== 'approve' && result !== 'fail') throw new Refused('INVALID_REQUEST', { field: 'result' });
      const intentRef = refOf(request.params.intent);
      return send(request, reply, known(await challenges.answer(intentRef, result === 'approve')));
    });
  });
};
