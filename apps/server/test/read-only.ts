import type { ClientConfig } from 'pg';
import { configFor } from './config-for.ts';
import { withClient } from './with-client.ts';

/**
 * Lets the addresses of a database lead to a server that takes no writes, as after a failover: sessions that exist end, and
 * new ones are read-only.
 */
export const setReadOnly = (config: ClientConfig, name: string, isReadOnly: boolean): Promise<void> =>
  withClient(configFor(config, 'postgres'), async (client) => {
    await client.query(
      `alter database ${name} ${isReadOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
    );
    // connections that were opened while the server was read-only stay open and read-only
    if (isReadOnly)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  });
