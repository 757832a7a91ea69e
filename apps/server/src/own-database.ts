import { configOfAddress, describeInvalidAddress } from './adapters/postgres/database-hosts.ts';
import type { Config } from './config.ts';
import type { DatabaseRoles } from './prepare-database.ts';
import { makeReadSecretAnew } from './secret-files.ts';

const configOf = (address: string, file: string | null) =>
  configOfAddress(
    address,
    file === null ? null : makeReadSecretAnew(file, address, (value) => describeInvalidAddress(value) === null),
  );

/** How to reach the operator's own database as both roles; null where the embedded one is used. */
export const ownDatabase = (
  config: Pick<Config, 'databaseUrl' | 'databaseUrlFile' | 'databaseOwnerUrl' | 'databaseOwnerUrlFile'>,
): DatabaseRoles | null => {
  const { databaseUrl, databaseUrlFile, databaseOwnerUrl, databaseOwnerUrlFile } = config;
  if (!databaseUrl) return null;
  const server = configOf(databaseUrl, databaseUrlFile);
  return { server, owner: databaseOwnerUrl ? configOf(databaseOwnerUrl, databaseOwnerUrlFile) : server };
};
