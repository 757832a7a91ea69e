import { createHash } from 'node:crypto';
import { html, Markup } from '../services/mail/html.ts';

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 Inter,system-ui,sans-serif}body{margin:0;padding:64px 16px}main{max-width:480px;margin:0 auto}h1{font-size:24px}';

/**
 * Content security policy of the pages below `/openid`. The library adds the hash of its script to the empty `script-src` for
 * `response_mode=form_post`, whose page posts the answer to the product.
 */
export const OPENID_CSP = `default-src 'none'; script-src; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

/**
 * Page for a sign-in or sign-out request that names no known product or address, so that the error cannot be sent back to it.
 * It is for the engineer who connects a product, so it shows the code of the standard.
 */
export const openidErrorPage = ({ error, description }: { error: string; description: string | undefined }): string =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Request of a product refused</title><style>${new Markup(STYLE)}</style></head><body><main><h1>Request of a product refused</h1>
<p>The product you came from sent a request that cannot be answered. Go back and try again. If it happens again, tell its support: ${error}${description === undefined ? '' : `, ${description}`}.</p></main></body></html>`
    .value;
