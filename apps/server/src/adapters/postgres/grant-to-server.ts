import pg from 'pg';
import { beginLocked } from './migration-lock.ts';

const SCHEMAS = ['public', 'sandbox', 'pgboss'] as const;

/**
 * Lets the server's role read and write the rows of every table, and nothing else: no table, trigger or role can be changed
 * with it, so what a trigger refuses stays refused. Run as the owner, after each migration.
 */
export const grantToServer = async (owner: pg.PoolConfig, role: string): Promise<void> => {
  const { Client = pg.Client, ...config } = owner;
  const client = new (Client as typeof pg.Client)({ ...config, application_name: 'foyer grants' });
  client.on('error', () => {}); // the query under way rejects; an `error` event without a listener would end the process
  const to = client.escapeIdentifier(role);
  try {
    await client.connect();
    await beginLocked(client, {}); // two servers that grant at the same time would fail
    for (const schema of SCHEMAS) {
      await client.query(`grant usage on schema ${schema} to ${to}`);
      await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`);
      await client.query(`grant usage, select, update on all sequences in schema ${schema} to ${to}`);
    }
    await client.query(`revoke insert, update, delete on schema_migrations from ${to}`);
    await client.query('commit');
  } finally {
    await client.end().catch(() => {});
  }
};
