import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { RAW_SCHEMA, type RawOptions } from './options.ts';
import { readPages } from './pages.ts';

/**
 * Server that shows the limit of node:http and PostgreSQL: no sessions, checks, rate limits or logs.
 * `GET /me/<key>` is one select by primary key, `POST /tokens` one committed update by primary key, and `POST /sign-in`
 * one verification of a password hash.
 */

const options = JSON.parse(process.env.RAW_OPTIONS ?? '') as RawOptions;
const pool = new pg.Pool({ ...options.database, max: options.connections });
const sendPage = options.pages === null ? () => false : readPages(options.pages);

const ME = '/me/';
const SELECT = { name: 'me', text: `SELECT body FROM ${RAW_SCHEMA}.answers WHERE id = $1` };
const UPDATE = {
  name: 'tokens',
  text: `UPDATE ${RAW_SCHEMA}.rotations SET generation = generation + 1, stepped_at = now() WHERE id = $1 RETURNING generation`,
};

const send = (response: ServerResponse, body: string): void => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += chunk as string;
  return text;
};

/** Response with the length of the product's and a token for the next rotation of the same row. */
const rotationAnswer = (id: string, generation: number, signature: string): string => {
  const refreshToken = `${id}.${generation}.${signature}`;
  const bare = JSON.stringify({ accessToken: '', refreshToken });
  return JSON.stringify({ accessToken: 'x'.repeat(Math.max(0, options.rotationBytes - bare.length)), refreshToken });
};

const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = request.url ?? '/';
  if (url.startsWith(ME)) {
    const { rows } = await pool.query<{ body: string }>({ ...SELECT, values: [url.slice(ME.length)] });
    return send(response, rows[0]?.body ?? 'null');
  }
  if (url === '/tokens') {
    const { refreshToken } = JSON.parse(await readBody(request)) as { refreshToken: string };
    const [id = '', , signature = ''] = refreshToken.split('.');
    const { rows } = await pool.query<{ generation: number }>({ ...UPDATE, values: [id] });
    return send(response, rotationAnswer(id, rows[0]?.generation ?? 0, signature));
  }
  if (url === '/sign-in') {
    const { password } = JSON.parse(await readBody(request)) as { password: string };
    return send(response, JSON.stringify({ genuine: await verify(options.passwordHash, password) }));
  }
  if (sendPage(url, response)) return;
  response.writeHead(url === '/ready' ? 200 : 404, { 'content-length': 0 }).end();
};

createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.writeHead(500, { 'content-length': 0 }).end();
  });
}).listen(options.port, '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
