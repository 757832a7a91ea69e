import pg from 'pg';
import { CannotStart, WrongSettings } from '../cannot-start.ts';

/** Server, user and database of a connection, without the password. */
interface ConnectionTarget {
  readonly at: string;
  readonly user: string;
  readonly database: string;
}

type Describe = (target: ConnectionTarget, message: string) => string;

const notListening: Describe = ({ at }) =>
  `Nothing answers at ${at}. Is PostgreSQL running there, and are host and port right?`;
const unknownHost: Describe = ({ at }) => `There is no host ${at}. Is the name right, and can this machine resolve it?`;
const noAnswer: Describe = ({ at }) => `${at} does not answer. Is the host right, and may this machine reach it?`;
const connectionClosed: Describe = ({ at }) =>
  `${at} ended the connection. It may have stopped or restarted. Is it PostgreSQL that listens there?`;
const untrustedCertificate: Describe = ({ at }, message) =>
  `The certificate of ${at} is not trusted (${message}). Name its authority with NODE_EXTRA_CA_CERTS.`;
const startingOrStopping: Describe = ({ at }) => `The server at ${at} is starting or stopping. Try again in a moment.`;
const diskFull: Describe = ({ at }) => `The disk of the database at ${at} is full. Make room there and start again.`;
/** The message tells the limit of a role or database from that of the server. */
const noConnectionLeft: Describe = ({ at, user, database }, message) => {
  const limits = [
    ['role', `ALTER ROLE "${user}" CONNECTION LIMIT`],
    ['database', `ALTER DATABASE "${database}" CONNECTION LIMIT`],
  ] as const;
  const reached = limits.find(([owner]) => message.startsWith(`too many connections for ${owner} `));
  return `The server at ${at} has no connection left (${message}). Raise ${reached ? `the limit of the ${reached[0]} with ${reached[1]}` : 'max_connections there'}: docs/operations/servers.md says how many Foyer uses.`;
};

/** Descriptions by error code of the system or of PostgreSQL (its appendix A). */
const byCode: Readonly<Record<string, Describe>> = {
  ECONNREFUSED: notListening,
  ENOENT: notListening,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ETIMEDOUT: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ECONNRESET: connectionClosed,
  EPIPE: connectionClosed,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrustedCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: untrustedCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedCertificate,
  CERT_HAS_EXPIRED: untrustedCertificate,
  ERR_TLS_CERT_ALTNAME_INVALID: untrustedCertificate,
  '08001': (_, message) => `${message}.`,
  '25006': ({ at }) =>
    `The database at ${at} takes no writes: it is a standby server. Name its primary server instead.`,
  '28000': ({ at, user }, message) => `The server at ${at} does not let ${user} in: ${message}.`,
  '28P01': ({ at, user }) => `The server at ${at} refuses the password of ${user}.`,
  '3D000': ({ at, database }) =>
    `There is no database "${database}" at ${at}. Create it: CREATE DATABASE "${database}"`,
  '42501': ({ user, database }, message) =>
    `${user} may not do what is needed in the database "${database}" (${message}). ` +
    'If another role owns the tables, name that role in DATABASE_URL. ' +
    `In a new database, make this role the owner: ALTER DATABASE "${database}" OWNER TO "${user}"`,
  '53100': diskFull,
  ENOSPC: diskFull,
  '53300': noConnectionLeft,
  '57P01': startingOrStopping,
  '57P02': startingOrStopping,
  '57P03': startingOrStopping,
};

/** Codes of errors that stay until an administrator changes a setting or the database. */
const LASTING = new Set(['28000', '28P01', '3D000', '42501']);

/** Errors of the driver that have no code. Each stays until a setting changes, except an answer that is late or missing. */
const byMessage: readonly (readonly [RegExp, Describe])[] = [
  [
    /unsupported startup parameter/,
    ({ at }, message) =>
      `The pooler at ${at} refuses a setting of the connection (${message}). Add to its configuration: ignore_startup_parameters = extra_float_digits, options, statement_timeout, lock_timeout, idle_in_transaction_session_timeout`,
  ],
  [/timeout expired/, noAnswer],
  [/connection terminated|has encountered a connection error/i, connectionClosed],
  [
    /client password must be a (non-empty )?string/,
    ({ at, user }) => `The server at ${at} asks ${user} for a password.`,
  ],
  [
    /does not support SSL/,
    ({ at }) => `The server at ${at} does not encrypt. Take sslmode out, or switch TLS on there.`,
  ],
];

/** Finds the first error in the chain of causes that has a description. For a host with several addresses it is the last one tried. */
const findDescription = (error: unknown): { describe: Describe; message: string; isLasting: boolean } | null => {
  if (!(error instanceof Error)) return null;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const known = typeof code === 'string' && Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  const describe = known ?? byMessage.find(([pattern]) => pattern.test(error.message))?.[1];
  const isLasting = known ? LASTING.has(String(code)) : describe !== noAnswer && describe !== connectionClosed;
  if (describe) return { describe, message: error.message, isLasting };
  return cause === undefined ? null : findDescription(cause);
};

export const connectionTargetOf = ({ host, port, user, database }: pg.Client): ConnectionTarget => {
  return { at: host.startsWith('/') ? host : `${host}:${port}`, user: user ?? '', database: database ?? '' };
};

/**
 * Describes an error of a database that an administrator named, with what to do about it. `left` says what the work left
 * behind. Returns any other error unchanged, because it is a fault of this program.
 */
export const describeDatabaseError = (error: unknown, config: pg.ClientConfig, left?: string): unknown => {
  const found = findDescription(error);
  if (!found) return error;
  const { describe, message, isLasting } = found;
  const sentences = ['The database cannot be used.', describe(connectionTargetOf(new pg.Client(config)), message)];
  const text = [...sentences, ...(left ? [left] : [])].join(' ');
  return isLasting ? new WrongSettings(text) : new CannotStart(text);
};

const OLDEST_MAJOR = 15;

export interface ServerFacts {
  /** Version as in `server_version_num`, such as 150004. */
  readonly versionNumber: number;
  readonly encoding: string;
}

/** Reason why this server cannot hold Foyer's tables, checked before the first one is created. Null if it can. */
export const describeUnsupportedDatabase = ({ versionNumber, encoding }: ServerFacts): string | null => {
  const major = Math.floor(versionNumber / 10_000);
  if (major < OLDEST_MAJOR)
    return `The database server is PostgreSQL ${major}. Foyer needs PostgreSQL ${OLDEST_MAJOR} or newer.`;
  if (encoding !== 'UTF8')
    return `The database keeps its text as ${encoding}, which cannot hold every name. Create one with ENCODING 'UTF8'.`;
  return null;
};
