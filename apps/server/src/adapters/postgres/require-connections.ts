import { WrongSettings } from '../cannot-start.ts';
import type { Sql } from './database.ts';

/** Connections that PostgreSQL allows this role in this database. A limit of -1 is none. */
const READ_ALLOWED = `
  SELECT least(
      current_setting('max_connections')::int
        - CASE WHEN r.rolsuper THEN 0 ELSE
            current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0)
          END,
      nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1)) AS allowed
    FROM pg_roles r, pg_database d WHERE r.rolname = current_user AND d.datname = current_database()`;

/**
 * Refuses a server that would open more connections than the database allows. It would start, and fail calls at the first peak.
 * Other servers and programs are not counted.
 */
export const requireConnections = async (
  sql: Sql,
  { setting, wanted }: { readonly setting: number; readonly wanted: number },
): Promise<void> => {
  const [row] = await sql.query<{ allowed: number }>(READ_ALLOWED);
  if (row && wanted > row.allowed)
    throw new WrongSettings(
      `DATABASE_CONNECTIONS=${setting}: this server would open up to ${wanted} connections, and the database allows ${row.allowed}. Lower DATABASE_CONNECTIONS, or raise max_connections of PostgreSQL or the limit of the role or database.`,
    );
};
