import type { DatabaseCommand, Lines } from './command.ts';
import { given } from './parts.ts';
import type { OptionSpecs } from './read-arguments.ts';

const PATH_MAX = 4096;

const fileOptions = (what: string): OptionSpecs => ({
  file: { what, example: '/backup/foyer-2026-11-26.backup', isUnnamed: true, longest: PATH_MAX },
  'passphrase-file': {
    what: 'file with the passphrase, instead of BACKUP_PASSPHRASE',
    example: '/run/secrets/backup',
    optional: true,
    longest: PATH_MAX,
  },
});

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

const sumOf = (tables: readonly { rows: number }[]): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/** States that a restore brings back, which the payment provider, mail server and products do not share. */
const afterRestore = (takenAt: string): Lines => [
  `The database is as it was at ${takenAt}. What was charged, mailed or refunded after that is not in it.`,
  'Before you start a server, run: npm run foyer -- reconcile (docs/operations/backup.md#after-a-restore).',
];

/** Commands about the database as a whole. */
export const databaseCommands: Readonly<Record<string, DatabaseCommand>> = {
  'check-books': {
    summary: 'Check the books: name each row that breaks a rule of billing. Reads only, also while servers run',
    options: {},
    runOn: async (tools) => {
      const lines = await tools.checkBooks();
      if (lines.length === 0) return { code: 0, out: ['The books are right.'] };
      const howMany = count(lines.length, 'line', 'lines');
      return {
        code: 1,
        out: [
          ...lines,
          `The books are wrong: ${howMany}. Read docs/operations/backup.md#check-the-books before you change a row.`,
        ],
      };
    },
  },
  'audit follow': {
    summary: 'Write records of the audit log as JSON, one a line, as operators act. Ends on a signal',
    options: {
      since: {
        what: 'time of the first record; records from now on if omitted',
        example: '2026-11-20T08:00:00Z',
        moment: true,
        optional: true,
      },
    },
    runOn: async (tools, { since }) => {
      await tools.followAudit(since);
      return { code: 0, out: [] };
    },
  },
  backup: {
    summary: 'Write one consistent copy of the database into a new file, also while servers run',
    options: fileOptions('file to write; it must not exist'),
    runOn: async (tools, values) => {
      const { file, header, footer, bytes, isEncrypted } = await tools.backup(
        given(values, 'file'),
        values['passphrase-file'],
      );
      return {
        code: 0,
        out: [
          `${file}: ${count(footer.tables.length, 'table', 'tables')}, ${count(sumOf(footer.tables), 'row', 'rows')}, ${bytes} bytes, ${isEncrypted ? 'encrypted' : 'not encrypted'}.`,
          `State of ${header.takenAt}, ${header.migrations.at(-1)?.name}, release ${header.release}.`,
          'The file does not hold FOYER_SECRET: keep it in another place.',
        ],
      };
    },
  },
  restore: {
    summary: 'Fill an empty database from a backup, in one transaction',
    options: fileOptions('backup to read'),
    runOn: async (tools, values) => {
      const { file, header, tables, rows, skipped } = await tools.restore(
        given(values, 'file'),
        values['passphrase-file'],
      );
      return {
        code: 0,
        out: [
          `${file}: restored ${count(tables, 'table', 'tables')}, ${count(rows, 'row', 'rows')}. Every count and digest is right.`,
          ...skipped.map((table) => `Not restored, because it is no table of Foyer: ${table}`),
          ...afterRestore(header.takenAt),
        ],
      };
    },
  },
};
