// Pages, cookies and the web server of the example. Nothing here concerns Foyer; your web framework has all of it.
import { createServer } from 'node:http';

const MOST_CHARACTERS = 1_000_000;

/** Setting from the environment. Ends the program if it is missing. */
export const setting = (name) => {
  const value = process.env[name];
  if (value) return value;
  console.error(`${name} is missing. \`npm run example\` sets it.`);
  process.exit(1);
};

export const readCookie = ({ headers }, name) =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? '';
/** Cookie that no script reads and no foreign form sends. With https, add Secure. Without a value, removes the cookie. */
export const cookie = (name, value = '', rest = value ? '' : '; Max-Age=0') =>
  `${name}=${value}; HttpOnly; SameSite=Lax; Path=/${rest}`;

export const readBody = async (request) => {
  let body = '';
  for await (const part of request.setEncoding('utf8')) {
    body += part;
    if (body.length > MOST_CHARACTERS) throw new RangeError('the body is too long');
  }
  return body;
};

export const redirect = (location, ...cookies) => ({ status: 303, headers: { location, 'set-cookie': cookies } });
export const escaped = (text) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
export const page = (html, status = 200) => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>Example product</title>
<style>body{font:16px/1.6 sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}</style>
<main><h1>Example product</h1>${html}</main></html>`,
});

/** OAuth has its word in `error`. The free text of an address is not shown, because a stranger can write it. */
const textOf = ({ message, error, cause, code }) =>
  [message, error ?? cause?.message ?? code].filter(Boolean).join(': ');
/** Page after a sign-in that did not succeed. */
export const failedSignIn = (error) => {
  const text = textOf(error);
  console.error(`Sign-in: ${text}`);
  const html = `<p>You are not signed in: ${escaped(text)}.</p><p><a href="/sign-in">Sign in again</a></p>`;
  return page(html, error instanceof TypeError ? 502 : 400); // a TypeError of fetch: the portal does not answer
};
export const button = (path, text) => `<form method="post" action="${path}"><button>${text}</button></form>`;

/** Serves `routes`, which has a function for each method and path. `statusOf` says how an error is answered. */
export const serve = (routes, port, statusOf) => {
  const answer = async (request) => {
    const url = new URL(request.url, `http://127.0.0.1:${port}`);
    const route = routes[`${request.method} ${url.pathname}`];
    return route ? route({ request, url }) : page('<p>There is no such page.</p>', 404);
  };
  createServer(async (request, response) => {
    const { status, headers, body } = await answer(request).catch((error) => {
      const text = textOf(error);
      console.error(`${request.method} ${request.url.split('?')[0]}: ${text}`);
      return page(`<p>${escaped(text)}</p><p><a href="/">Back</a></p>`, statusOf(error));
    });
    response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body);
  }).listen(Number(port), '127.0.0.1', () => console.log(`The example product is at http://127.0.0.1:${port}/`));
};
