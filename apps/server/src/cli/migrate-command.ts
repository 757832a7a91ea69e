import type { OpenMigrations } from '../adapters/postgres/migrate.ts';
import { fillsOf, type Migration } from '../adapters/postgres/migration-files.ts';
import type { DatabaseCommand, Lines, Outcome } from './command.ts';

const describeFills = (tables: readonly string[]): string =>
  `It fills rows of these tables in small transactions, while customers write: ${tables.join(', ')}. A call waits only while the transaction that has its row runs. It takes longer the more rows a table has.`;

const locksOf = (migration: Migration): string => {
  const { declaration } = migration;
  if (!declaration) return 'The tables that it locks are not declared.';
  if (declaration.outside === 'indexes') return 'It builds indexes outside a transaction, while customers write.';
  if (declaration.outside === 'batches') return describeFills(fillsOf(migration).map(({ table }) => table));
  const { locks, longLocks } = declaration;
  const short =
    locks.length === 0
      ? 'No call waits for a table.'
      : `Until it ends, calls wait that use these tables: ${locks.join(', ')}.`;
  return longLocks.length === 0
    ? short
    : `${short} It takes longer the more rows a table has: ${longLocks.join('; ')}.`;
};

const lineOf = (migration: Migration): string =>
  `${migration.name}: ${migration.declaration?.kind ?? 'contract'}. ${locksOf(migration)}`;

/** Reason why servers of earlier releases have to stop first. Null if they may run meanwhile. */
const reasonToStop = ({ open, knowsKinds }: OpenMigrations): string | null => {
  const contracting = open.find(({ declaration }) => declaration?.kind !== 'expand');
  if (contracting) return `${contracting.name} changes what they use`;
  return knowsKinds
    ? null
    : 'the release that prepared the database does not know kinds of migrations, and its servers refuse newer ones';
};

const checkLines = (state: OpenMigrations): Outcome => {
  const { open } = state;
  if (open.length === 0) return { code: 0, out: ['The database has all migrations of this release.'] };
  const reason = reasonToStop(state);
  const lines: Lines = [
    ...open.map(lineOf),
    `Migrations to apply: ${open.length}.`,
    reason === null
      ? 'Servers of the earlier release may run and start meanwhile.'
      : `Stop all servers of earlier releases first: ${reason}.`,
  ];
  return { code: reason === null ? 0 : 1, out: lines };
};

export const migrateCommand: DatabaseCommand = {
  summary: 'Apply the migrations of this release, as the start of a server does',
  options: {
    check: {
      what: 'only say what would run, which tables it locks, and whether servers of the earlier release may run meanwhile. Ends with 1 if they may not',
      example: '',
      optional: true,
      isFlag: true,
    },
  },
  runOn: async (tools, { check }) => {
    if (check !== undefined) return checkLines(await tools.openMigrations());
    const applied = await tools.migrate();
    return {
      code: 0,
      out:
        applied.length === 0
          ? ['The database has all migrations of this release.']
          : [...applied.map((name) => `${name}: applied.`)],
    };
  },
};
