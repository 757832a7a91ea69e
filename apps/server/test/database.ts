import { randomBytes } from 'node:crypto';
import type { ClientConfig } from 'pg';
import { inject } from 'vitest';
import { configFor } from './config-for.ts';
import './database-server.ts'; // types what is injected
import { withClient } from './with-client.ts';

export type TestDatabase = { config: ClientConfig; name: string; drop(): Promise<void> };

/**
 * A database of the test file's own, cloned from the migrated template in a fraction of a second, so that files run
 * side by side and leave nothing to each other. `empty` is one without tables, for tests of the migrations themselves.
 */
export const createTestDatabase = async (kind: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> => {
  const { admin, template } = inject('databaseServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const source = kind === 'migrated' ? template : 'template0';
  await withClient(admin, (client) => client.query(`create database ${name} template ${source} strategy file_copy`));
  return {
    config: configFor(admin, name),
    name,
    drop: async () => {
      await withClient(admin, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
};
