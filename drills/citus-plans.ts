import { readdirSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { readStatements, UNKNOWN } from '../scripts/statements/read-statements.mjs';
import { REPOSITORY } from './servers.ts';

/** A statement of the server that cannot be planned. */
export interface UnplannedStatement {
  readonly name: string;
  readonly reason: string;
}

const SERVER = 'apps/server/src';

const serverFiles = (): string[] =>
  readdirSync(path.join(REPOSITORY, SERVER), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${SERVER}/${file}`);

const countParameters = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));

/** Returns the reason why a statement cannot be planned, or null. It is not run. */
const problemOf = async (client: pg.Client, text: string): Promise<string | null> => {
  const values = Array.from({ length: countParameters(text) }, () => 'NULL').join(', ');
  await client.query('BEGIN');
  try {
    await client.query(`PREPARE planned AS ${text}`);
    await client.query(`EXPLAIN EXECUTE planned${values === '' ? '' : `(${values})`}`);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.query('ROLLBACK');
    await client.query('DEALLOCATE ALL');
  }
};

/** Reads the statements of the server: selects and changes of rows whose text is complete in the source. */
export const readPlannable = () =>
  readStatements(serverFiles()).flatMap(({ file, name, texts }) =>
    texts
      .filter((text) => !text.includes(UNKNOWN) && /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text))
      .map((text) => ({ name: `${file.slice(SERVER.length + 1)} ${name}`, text })),
  );

/** Plans each statement with empty values. Returns those that cannot be planned. */
export const planAll = async (
  client: pg.Client,
  statements: readonly { readonly name: string; readonly text: string }[],
): Promise<UnplannedStatement[]> => {
  await client.query('SET plan_cache_mode = force_custom_plan');
  const unplanned: UnplannedStatement[] = [];
  for (const { name, text } of statements) {
    const reason = await problemOf(client, text);
    if (reason !== null) unplanned.push({ name, reason });
  }
  return unplanned;
};
