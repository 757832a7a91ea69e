import Provider from 'oidc-provider';
import pg from 'pg';

/**
 * Server with oidc-provider on PostgreSQL: only the refresh grant with rotation. Uses one table of JSON documents, as in
 * the examples of oidc-provider; `consume` and `revoke` are one statement each. Requests no id token, because our response
 * has none to sign.
 */

const { port, database, connections, schema, sessions } = JSON.parse(process.argv[2] ?? '{}');
const pool = new pg.Pool({ ...database, max: connections });
const table = `${schema}.oidc_documents`;
const TTL_SECONDS = 14 * 24 * 60 * 60;

await pool.query(
  `CREATE TABLE IF NOT EXISTS ${table} (id text PRIMARY KEY, payload jsonb NOT NULL, grant_id text, expires_at timestamptz, consumed_at timestamptz)`,
);
await pool.query(`CREATE INDEX IF NOT EXISTS oidc_documents_grant ON ${table} (grant_id)`);

const statement = (name, text) => ({ name, text });
const FIND = statement('find', `SELECT payload, expires_at, consumed_at FROM ${table} WHERE id = $1`);
const UPSERT = statement(
  'upsert',
  `INSERT INTO ${table} (id, payload, grant_id, expires_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (id) DO UPDATE SET payload = $2, grant_id = $3, expires_at = $4`,
);
const CONSUME = statement('consume', `UPDATE ${table} SET consumed_at = now() WHERE id = $1`);
const DESTROY = statement('destroy', `DELETE FROM ${table} WHERE id = $1`);
const REVOKE = statement('revoke', `DELETE FROM ${table} WHERE grant_id = $1`);

class Documents {
  constructor(model) {
    this.model = model;
  }
  key(id) {
    return `${this.model}:${id}`;
  }
  async upsert(id, payload, expiresIn) {
    const expiresAt = expiresIn ? new Date(Date.now() + expiresIn * 1000) : null;
    await pool.query({ ...UPSERT, values: [this.key(id), payload, payload.grantId ?? null, expiresAt] });
  }
  async find(id) {
    const { rows } = await pool.query({ ...FIND, values: [this.key(id)] });
    const [row] = rows;
    if (!row || (row.expires_at && row.expires_at < new Date())) return undefined;
    return row.consumed_at ? { ...row.payload, consumed: Math.floor(row.consumed_at / 1000) } : row.payload;
  }
  findByUid() {}
  findByUserCode() {}
  async consume(id) {
    await pool.query({ ...CONSUME, values: [this.key(id)] });
  }
  async destroy(id) {
    await pool.query({ ...DESTROY, values: [this.key(id)] });
  }
  async revokeByGrantId(grantId) {
    await pool.query({ ...REVOKE, values: [grantId] });
  }
}

const client = {
  client_id: 'bench',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: ['http://127.0.0.1/callback'],
  token_endpoint_auth_method: 'none',
};

const provider = new Provider(`http://127.0.0.1:${port}`, {
  adapter: Documents,
  clients: [client],
  scopes: ['openid', 'offline_access'],
  findAccount: async (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  rotateRefreshToken: () => true,
  ttl: { AccessToken: 300, Grant: TTL_SECONDS, RefreshToken: TTL_SECONDS, IdToken: 300 },
});

const holder = await provider.Client.find('bench');
const tokens = [];
for (let index = 0; index < sessions; index += 1) {
  const accountId = `user-${index}`;
  const grant = new provider.Grant({ accountId, clientId: 'bench' });
  grant.addOIDCScope('offline_access');
  const grantId = await grant.save();
  const refresh = new provider.RefreshToken({
    accountId,
    client: holder,
    grantId,
    scope: 'offline_access',
    gty: 'authorization_code',
    authTime: Math.floor(Date.now() / 1000),
  });
  tokens.push(await refresh.save());
}

const answer = provider.callback();
const { createServer } = await import('node:http');
createServer((request, response) => {
  if (request.url === '/seeded') return response.end(JSON.stringify(tokens));
  return answer(request, response);
}).listen(port, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
