import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import pg from 'pg';

/**
 * Server with better-auth on PostgreSQL, with its defaults and without rate limits. The default has no cookie cache, so a
 * revoked session is refused at once, as in the product. `get-session` returns the signed-in user, like our `me`.
 */

const { port, database, connections, schema, sessions } = JSON.parse(process.argv[2] ?? '{}');
const pool = new pg.Pool({ ...database, max: connections, options: `-c search_path=${schema}` });
const url = `http://127.0.0.1:${port}`;
const auth = betterAuth({
  baseURL: url,
  secret: 'a secret for the bench only, long enough for it',
  database: pool,
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
});
await (await getMigrations(auth.options)).runMigrations();

/** One user has all sessions: a sign-up for each would add a password hash. */
const email = `bench-${port}@bench.arcwave.test`;
const password = 'a password for the bench only';
await auth.api.signUpEmail({ body: { email, password, name: 'Bench' } });
const cookies = [];
for (let index = 0; index < sessions; index += 1) {
  const response = await auth.api.signInEmail({ body: { email, password }, asResponse: true });
  cookies.push(
    response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  );
}

createServer(async (request, response) => {
  if (request.url === '/seeded') return response.end(JSON.stringify(cookies));
  const answer = await auth.handler(
    new Request(url + request.url, { method: request.method, headers: request.headers }),
  );
  const body = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': body.length });
  return response.end(body);
}).listen(port, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
