import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { CannotStart, WrongSettings } from '../cannot-start.ts';
import { describeDatabaseError, describeUnsupportedDatabase } from './describe-database-error.ts';

const config = { connectionString: 'postgresql://jo:hunter2@db.test:6543/portal' };
const failed = (code: string | undefined, message = 'what the driver says', cause?: unknown) =>
  Object.assign(new Error(message, { cause }), code === undefined ? {} : { code });

describe('a database that cannot be used', () => {
  test.each([
    [failed('ECONNREFUSED'), 'Nothing answers at db.test:6543. Is PostgreSQL running there'],
    [Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }), 'Nothing answers at db.test:6543'],
    [failed('ENOTFOUND'), 'There is no host db.test:6543'],
    [failed('EHOSTUNREACH'), 'db.test:6543 does not answer'],
    [failed(undefined, 'timeout expired'), 'db.test:6543 does not answer'],
    [failed(undefined, 'Connection terminated unexpectedly'), 'Is it PostgreSQL that listens there?'],
    [failed(undefined, 'Connection terminated unexpectedly'), 'It may have stopped or restarted.'],
    [
      failed(undefined, 'Client has encountered a connection error and is not queryable'),
      'db.test:6543 ended the connection.',
    ],
    [failed('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), 'NODE_EXTRA_CA_CERTS'],
    [failed(undefined, 'The server does not support SSL connections'), 'Take sslmode out'],
    [failed('28P01'), 'refuses the password of jo'],
    [failed(undefined, 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), 'asks jo for a password'],
    [failed('28000', 'no pg_hba.conf entry for host "10.0.0.1"'), 'does not let jo in: no pg_hba.conf entry'],
    [failed('3D000'), 'CREATE DATABASE "portal"'],
    [failed('42501', 'permission denied for schema public'), 'ALTER DATABASE "portal" OWNER TO "jo"'],
    [failed(undefined, 'Migration 0001-a.sql failed', failed('42501')), 'ALTER DATABASE "portal" OWNER TO "jo"'],
    [failed('25006'), 'takes no writes'],
    [failed('53300'), 'no connection left'],
    [failed('53300', 'sorry, too many clients already'), 'Raise max_connections there'],
    [failed('53300', 'too many connections for role "jo"'), 'with ALTER ROLE "jo" CONNECTION LIMIT'],
    [failed('53300', 'too many connections for database "portal"'), 'with ALTER DATABASE "portal" CONNECTION LIMIT'],
    [failed('57P01'), 'is starting or stopping'],
    [failed('57P02'), 'is starting or stopping'],
    [failed('57P03'), 'Try again in a moment'],
    [failed('53100'), 'Make room there'],
  ])('%s: says what to do, and never the password', (error, words) => {
    const told = describeDatabaseError(error, config);
    expect(told).toBeInstanceOf(CannotStart);
    const { message } = told as Error;
    expect(message).toContain(words);
    expect(message).not.toContain('hunter2');
  });

  test.each([
    [failed('28P01'), true],
    [failed('28000', 'role "jo" does not exist'), true],
    [failed('3D000'), true],
    [failed('42501', 'permission denied'), true],
    [failed(undefined, 'unsupported startup parameter: options'), true],
    [failed('ECONNREFUSED'), false],
    [failed('57P03'), false],
    [failed('53300'), false],
    [failed(undefined, 'timeout expired'), false],
    [failed(undefined, 'Connection terminated unexpectedly'), false],
  ])('%s: is a wrong setting, which no later start mends: %s', (error, isWrong) => {
    expect(describeDatabaseError(error, config) instanceof WrongSettings).toBe(isWrong);
  });

  test.each([[failed('42P01')], [new pg.DatabaseError('syntax error', 1, 'error')], ['nothing'], [failed('toString')]])(
    '%s is nobody’s fault but ours, and stays as it is',
    (error) => {
      expect(describeDatabaseError(error, config)).toBe(error);
    },
  );

  test('the last sentence says what the command left behind', () => {
    const told = describeDatabaseError(failed('57P01'), config, 'No backup was written.');
    expect((told as Error).message).toMatch(/ Try again in a moment\. No backup was written\.$/);
  });

  test('without a host the place is the folder of the socket', () => {
    const told = describeDatabaseError(failed('ENOENT'), {
      host: '/run/postgresql',
      port: 5432,
      user: 'jo',
      database: 'portal',
    });
    expect((told as Error).message).toContain('Nothing answers at /run/postgresql.');
  });
});

test.each([
  [{ versionNumber: 140_020, encoding: 'UTF8' }, 'PostgreSQL 14. Foyer needs PostgreSQL 15 or newer'],
  [{ versionNumber: 90_624, encoding: 'UTF8' }, 'PostgreSQL 9.'],
  [{ versionNumber: 150_000, encoding: 'LATIN1' }, "ENCODING 'UTF8'"],
  [{ versionNumber: 150_000, encoding: 'UTF8' }, null],
  [{ versionNumber: 180_004, encoding: 'UTF8' }, null],
])('a server of %j is told apart from one that will do', (facts, words) => {
  const why = describeUnsupportedDatabase(facts);
  if (words === null) expect(why).toBeNull();
  else expect(why).toContain(words);
});
