import type { ClientConfig } from 'pg';

/** A database as the one setting that an administrator gives: DATABASE_URL. */
export const addressOf = ({ connectionString, user, password, host, port, database }: ClientConfig): string =>
  connectionString ??
  `postgresql:///${database}?${new URLSearchParams({
    ...{ host: String(host), port: String(port), user: String(user) },
    ...(typeof password === 'string' && { password }),
  })}`;
