import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';

/** Who wanted to use which database, without the password. */
interface Attempt {
  readonly at: string;
  readonly user: string;
  readonly database: string;
}

type Say = (attempt: Attempt, message: string) => string;

const nobodyThere: Say = ({ at }) =>
  `Nothing answers at ${at}. Is PostgreSQL running there, and are host and port right?`;
const noSuchHost: Say = ({ at }) => `There is no host ${at}. Is the name right, and can this machine resolve it?`;
const silent: Say = ({ at }) => `${at} does not answer. Is the host right, and may this machine reach it?`;
const hungUp: Say = ({ at }) => `${at} ended the connection without an answer. Is it PostgreSQL that listens there?`;
const notTrusted: Say = ({ at }, message) =>
  `The certificate of ${at} is not trusted (${message}). Name its authority with NODE_EXTRA_CA_CERTS.`;
const comesOrGoes: Say = ({ at }) => `The server at ${at} is starting or stopping. Try again in a moment.`;
const full: Say = ({ at }) => `The disk of the database at ${at} is full. Make room there and start again.`;

/** By the code of the system or of PostgreSQL (its appendix A). */
const byCode: Readonly<Record<string, Say>> = {
  ECONNREFUSED: nobodyThere,
  ENOENT: nobodyThere,
  ENOTFOUND: noSuchHost,
  EAI_AGAIN: noSuchHost,
  ETIMEDOUT: silent,
  EHOSTUNREACH: silent,
  ENETUNREACH: silent,
  ECONNRESET: hungUp,
  EPIPE: hungUp,
  DEPTH_ZERO_SELF_SIGNED_CERT: notTrusted,
  SELF_SIGNED_CERT_IN_CHAIN: notTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: notTrusted,
  CERT_HAS_EXPIRED: notTrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: notTrusted,
  '08001': (_, message) => `${message}.`,
  '25006': ({ at }) =>
    `The database at ${at} takes no writes: it is a standby server. Name its primary server instead.`,
  '28000': ({ at, user }, message) => `The server at ${at} does not let ${user} in: ${message}.`,
  '28P01': ({ at, user }) => `The server at ${at} refuses the password of ${user}.`,
  '3D000': ({ at, database }) =>
    `There is no database "${database}" at ${at}. Create it: CREATE DATABASE "${database}"`,
  '42501': ({ user, database }, message) =>
    `${user} may not do what is needed in the database "${database}" (${message}). ` +
    `Make that role the owner: ALTER DATABASE "${database}" OWNER TO "${user}"`,
  '53100': full,
  ENOSPC: full,
  '53300': ({ at }) => `The server at ${at} has no connection left. Foyer uses up to 20: raise max_connections there.`,
  '57P01': comesOrGoes,
  '57P02': comesOrGoes,
  '57P03': comesOrGoes,
};

/** What the driver says without any code. */
const byMessage: readonly (readonly [RegExp, Say])[] = [
  [/timeout expired/, silent],
  [/connection terminated/i, hungUp],
  [
    /client password must be a (non-empty )?string/,
    ({ at, user }) => `The server at ${at} asks ${user} for a password.`,
  ],
  [
    /does not support SSL/,
    ({ at }) => `The server at ${at} does not encrypt. Take sslmode out, or switch TLS on there.`,
  ],
];

/** The first in the chain of causes that we have words for; of several addresses of a host the last one tried. */
const wordsFor = (error: unknown): { say: Say; message: string } | null => {
  if (!(error instanceof Error)) return null;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const known = typeof code === 'string' && Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  const say = known ?? byMessage.find(([pattern]) => pattern.test(error.message))?.[1];
  if (say) return { say, message: error.message };
  return cause === undefined ? null : wordsFor(cause);
};

export const attemptOf = ({ host, port, user, database }: pg.Client): Attempt => {
  return { at: host.startsWith('/') ? host : `${host}:${port}`, user: user ?? '', database: database ?? '' };
};

/**
 * What became of an error of somebody's own database: words and what to do about it, where it is a fault of whoever named
 * the database, else the error as it was.
 */
export const inWords = (error: unknown, config: pg.ClientConfig): unknown => {
  const found = wordsFor(error);
  return found
    ? new CannotStart(`The database cannot be used. ${found.say(attemptOf(new pg.Client(config)), found.message)}`)
    : error;
};

const OLDEST_MAJOR = 15;

export interface ServerFacts {
  /** As in `server_version_num`: 150004. */
  readonly versionNumber: number;
  readonly encoding: string;
}

/** Why Foyer's tables cannot live there; null when they can. Known before the first one is made. */
export const whyUnfit = ({ versionNumber, encoding }: ServerFacts): string | null => {
  const major = Math.floor(versionNumber / 10_000);
  if (major < OLDEST_MAJOR)
    return `The database server is PostgreSQL ${major}. Foyer needs PostgreSQL ${OLDEST_MAJOR} or newer.`;
  if (encoding !== 'UTF8')
    return `The database keeps its text as ${encoding}, which cannot hold every name. Create one with ENCODING 'UTF8'.`;
  return null;
};
