import type { ClientConfig } from 'pg';

/** The same server, another database. A connection string names its database in the path, which wins over `database`. */
export const configFor = (server: ClientConfig, database: string): ClientConfig => {
  if (!server.connectionString) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { ...server, connectionString: url.href };
};
