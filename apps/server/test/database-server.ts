import type { ClientConfig } from 'pg';

/** Values from the global setup for test files: address of the database server, and name of the template database. */
type DatabaseServer = {
  admin: ClientConfig;
  template: string;
  /** Hash of the one password all customers of a run have: hashing is slow on purpose, so it is done once. */
  passwordHash: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer;
  }
}
