import type { DatabaseCommand } from './command.ts';

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

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
};
