import type { ClientConfig } from 'pg';

/** What the global setup hands to the test files: how to reach the server, and which database is the template. */
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
