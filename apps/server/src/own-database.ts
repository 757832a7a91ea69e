import { configOfAddress, describeInvalidAddress } from './adapters/postgres/database-hosts.ts';
import type { Config } from './config.ts';
import type { DatabaseRoles } from './prepare-database.ts';
import { makeReadSecretAnew } from './secret-files.ts';

const configOf = (address: string, file: string | null) =>
  configOfAddress(
    address,
    file === null ? null : makeReadSecretAnew(file, address, (value) => describeInvalidAddress(value) === null),
  );

/** Connections of both roles to the vendor's database. Null if the embedded one is used. */
export const ownDatabase = (
  config: Pick<Config, 'databaseUrl' | 'databaseUrlFile' | 'databaseOwnerUrl' | 'databaseOwnerUrlFile'>,
): DatabaseRoles | null => {
  const { databaseUrl, databaseUrlFile, databaseOwnerUrl, databaseOwnerUrlFile } = config;
  if (!databaseUrl) return null;
  const server = configOf(databaseUrl, databaseUrlFile);
  return { server, owner: databaseOwnerUrl ? configOf(databaseOwnerUrl, databaseOwnerUrlFile) : server };
};
