import { id } from '@foyer/contract/api/text';
import { cardBrandName } from '@foyer/contract/vocabulary/cards';
import { type Language, languages, locales } from '@foyer/contract/vocabulary/languages';
import { formatCents } from '@foyer/contract/vocabulary/money';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../compose.ts';
import type { BankQuestion } from '../../services/billing/ports.ts';
import { html, type Markup } from '../../services/mail/html.ts';
import { Refused } from '../../services/refused.ts';
import { API_CSP } from '../headers.ts';
import { languageOf } from '../language.ts';
import { sandboxStyles, serveSandboxFonts } from './sandbox-styles.ts';

/** Lets the portal frame the page, as it does with the page of a bank. */
const PAGE_CSP = `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`;

const stylesheet = `${sandboxStyles}body{min-height:100vh;display:grid;place-items:center;padding:24px 16px}.card{width:100%;max-width:420px;background:var(--surface);border:1px solid var(--line);border-radius:14px;box-shadow:0 1px 2px rgb(0 0 0/.05);overflow:hidden}.bank{display:flex;align-items:center;gap:8px;padding:16px 24px;border-bottom:1px solid var(--line);font-weight:600}.bank svg{width:20px;height:20px}
main{display:grid;gap:16px;padding:24px}.payee{display:flex;align-items:center;gap:12px;color:var(--text);font-weight:600}.payee img{width:32px;height:32px}h1{font-size:20px;line-height:28px}p{color:var(--soft)}dl div{display:flex;justify-content:space-between;gap:16px;padding:12px 0;border-top:1px solid var(--line)}dl div:last-child{border-bottom:1px solid var(--line)}dt{color:var(--soft)}dd{font-weight:600;text-align:end;font-variant-numeric:tabular-nums}
form{display:flex;gap:12px;flex-wrap:wrap}button,.back.button{flex:1 1 120px;font:inherit;font-weight:600;min-height:44px;padding:0 20px;border-radius:10px;border:1px solid var(--text);background:none;color:inherit;cursor:pointer}button:last-child,.back.button{background:var(--text);color:var(--surface)}:is(button,.button):focus-visible{outline-offset:2px}.back{justify-self:start;display:inline-flex;align-items:center;min-height:44px;color:inherit;font-weight:600;text-underline-offset:3px}.back.button{justify-self:stretch;justify-content:center;text-decoration:none}`;

/**
 * Closes the tab of the bank. A browser that does not allow it opens the portal here instead. The page is not drawn before
 * the script is there, so that no click comes too early.
 */
const script = `document.addEventListener('click',(event)=>{const back=event.target.closest('.back');if(!back)return;event.preventDefault();close();setTimeout(()=>location.replace(back.href),300)})`;

/** Building with columns, the usual sign of a bank. */
const BANK_MARK = html`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" aria-hidden="true"><path d="M2.5 7.5 10 3l7.5 4.5zM4.5 7.5v7M8.2 7.5v7M11.8 7.5v7M15.5 7.5v7M2.5 16.5h15"/></svg>`;

const en = {
  bank: 'Sandbox bank',
  pay: (payee: string) => `Approve this payment to ${payee}?`,
  save: (payee: string) => `Let ${payee} save your card?`,
  amount: 'Amount',
  card: 'Card',
  ending: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  standsIn: 'Your bank would ask you here. No money moves.',
  approve: 'Approve',
  decline: 'Decline',
  approved: 'Approved',
  thanks: 'Thank you. You may go back to the portal.',
  refused: 'Not approved',
  again: 'You may go back to the portal and try again.',
  back: 'Back to the portal',
};

/** Texts of the page, by the language of the portal (BY-05). */
export const challengeWords: Readonly<Record<Language, typeof en>> = {
  en,
  de: {
    bank: 'Bank der Sandbox',
    pay: (payee: string) => `Diese Zahlung an ${payee} bestätigen?`,
    save: (payee: string) => `Darf ${payee} Ihre Karte speichern?`,
    amount: 'Betrag',
    card: 'Karte',
    ending: (brand: string, last4: string) => `${brand} mit den Endziffern ${last4}`,
    standsIn: 'Hier würde Ihre Bank Sie fragen. Es fließt kein Geld.',
    approve: 'Bestätigen',
    decline: 'Ablehnen',
    approved: 'Bestätigt',
    thanks: 'Vielen Dank. Sie können zum Portal zurückkehren.',
    refused: 'Nicht bestätigt',
    again: 'Sie können zum Portal zurückkehren und es erneut versuchen.',
    back: 'Zurück zum Portal',
  },
};

/** Business that asks for the payment. */
interface ShownPayee {
  readonly name: string;
  /** Address of the mark of the brand; null without built pages. */
  readonly mark: string | null;
}

interface ShownPage {
  readonly heading: string;
  readonly body: Markup;
  /** Nothing is left to decide, so the way back is a button. */
  readonly isDecided: boolean;
}

const page = (language: Language, payee: ShownPayee, { heading, body, isDecided }: ShownPage): string => {
  const { bank, back } = challengeWords[language];
  const mark = payee.mark && html`<img src="${payee.mark}" alt="">`;
  return html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${heading} · ${bank}</title><link rel="stylesheet" href="/sandbox/3ds.css"><script src="/sandbox/3ds.js"></script></head><body><div class="card"><header class="bank">${BANK_MARK}${bank}</header><main><p class="payee">${mark ?? ''}${payee.name}</p><h1>${heading}</h1>${body}<a class="back${isDecided ? ' button' : ''}" href="/">${back}</a></main></div></body></html>`
    .value;
};

const askedPage = ({ amountCents, card }: BankQuestion, payee: ShownPayee, language: Language): string => {
  const words = challengeWords[language];
  const facts = [
    amountCents !== null && [words.amount, formatCents(amountCents, { locale: locales[language] })],
    card && [words.card, words.ending(cardBrandName(card.brand), card.last4)],
  ].filter((fact) => fact !== null && fact !== false);
  return page(language, payee, {
    heading: (amountCents === null ? words.save : words.pay)(payee.name),
    body: html`<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl><p>${words.standsIn}</p>
<form method="post"><button name="result" value="fail">${words.decline}</button><button name="result" value="approve">${words.approve}</button></form>`,
    isDecided: false,
  });
};

const pageOf = (question: BankQuestion, payee: ShownPayee, language: Language): string => {
  const words = challengeWords[language];
  switch (question.state.kind) {
    case 'requires_action':
      return askedPage(question, payee, language);
    case 'succeeded':
    case 'saved':
    case 'processing':
      return page(language, payee, {
        heading: words.approved,
        body: html`<p>${words.thanks}</p>`,
        isDecided: true,
      });
    default:
      return page(language, payee, { heading: words.refused, body: html`<p>${words.again}</p>`, isDecided: true });
  }
};

const send = (request: FastifyRequest, reply: FastifyReply, question: BankQuestion, payee: ShownPayee) =>
  reply
    .header('content-security-policy', PAGE_CSP)
    .type('text/html; charset=utf-8')
    .send(pageOf(question, payee, languageOf(request.headers, languages)));

const known = (question: BankQuestion | null): BankQuestion => {
  if (!question) throw new Refused('NOT_FOUND');
  return question;
};

const refOf = (text: string): string => {
  if (!id.safeParse(text).success) throw new Refused('NOT_FOUND');
  return text;
};

/**
 * Serves the sandbox's 3-D Secure page. The customer approves or fails the challenge by forms, without a script. The page
 * names the payee, which asks.
 */
export const serveChallenges = async (
  app: FastifyInstance,
  { challenges, payeeName }: Pick<Services, 'challenges' | 'payeeName'>,
  markOf: (request: FastifyRequest) => string | null,
): Promise<void> => {
  serveSandboxFonts(app);
  const payeeFor = (request: FastifyRequest): ShownPayee => ({ name: payeeName, mark: markOf(request) });
  app.get('/sandbox/3ds.css', async (_request, reply) =>
    reply.header('content-security-policy', API_CSP).type('text/css; charset=utf-8').send(stylesheet),
  );
  app.get('/sandbox/3ds.js', async (_request, reply) =>
    reply.header('content-security-policy', API_CSP).type('text/javascript; charset=utf-8').send(script),
  );
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_000 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.get<{ Params: { intent: string } }>('/sandbox/3ds/:intent', async (request, reply) =>
      send(request, reply, known(await challenges.read(refOf(request.params.intent))), payeeFor(request)),
    );
    scope.post<{ Params: { intent: string } }>('/sandbox/3ds/:intent', async (request, reply) => {
      const result = request.body instanceof URLSearchParams ? request.body.get('result') : null;
      if (result !== 'approve' && result !== 'fail') throw new Refused('INVALID_REQUEST', { field: 'result' });
      const intentRef = refOf(request.params.intent);
      return send(request, reply, known(await challenges.answer(intentRef, result === 'approve')), payeeFor(request));
    });
  });
};
