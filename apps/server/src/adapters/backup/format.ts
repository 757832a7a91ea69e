import * as z from 'zod/mini';
import type { BackupTable } from './backup-tables.ts';

/**
 * Text of a backup, which is compressed by gzip and may be encrypted with age (decision 59). It is a script of COPY blocks, as
 * `pg_dump --data-only` writes them, between a first and a last line with facts in JSON.
 */

export const FORMAT = 1;

export const FIRST = '-- Foyer backup ';
export const LAST = '-- End of the Foyer backup ';
/** Line that ends the rows of a COPY block. */
export const BLOCK_END = '\\.';

const header = z.object({
  format: z.number(),
  /** Version of Foyer that wrote the backup. */
  release: z.string(),
  /** Begin of the transaction that read the database. */
  takenAt: z.iso.datetime(),
  /** Version of the database server. */
  server: z.string(),
  /** Migrations that the database had, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Fingerprint of FOYER_SECRET. Null if no server has used the database. */
  secret: z.nullable(z.string()),
  /** State that the database had been restored from, if it was not reconciled. */
  restoredFrom: z.optional(z.nullable(z.iso.datetime())),
});

const footer = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), digest: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});

export type BackupHeader = z.infer<typeof header>;
export type BackupFooter = z.infer<typeof footer>;

export const firstLine = (facts: BackupHeader): string => `${FIRST}${JSON.stringify(facts)}\n\n`;
export const lastLine = (facts: BackupFooter): string => `${LAST}${JSON.stringify(facts)}\n`;

const read = <Facts>(schema: z.ZodMiniType<Facts>, json: string): Facts | null => {
  try {
    return z.parse(schema, JSON.parse(json));
  } catch {
    return null;
  }
};

/** Number of the format. Null for a line that begins no backup. Other formats may have other facts. */
export const formatOf = (line: string): number | null =>
  line.startsWith(FIRST) ? (read(z.object({ format: z.number() }), line.slice(FIRST.length))?.format ?? null) : null;

/** Facts of the first line. Null if they cannot be read. */
export const readHeader = (line: string): BackupHeader | null => read(header, line.slice(FIRST.length));
export const readFooter = (line: string): BackupFooter | null => read(footer, line.slice(LAST.length));

const BLOCK = /^COPY (\S+) \((.+)\) FROM stdin;$/;

/** First line of a block. Names are quoted where SQL needs it. */
export const blockLine = ({ name, columns }: BackupTable): string =>
  `COPY ${name} (${columns.join(', ')}) FROM stdin;\n`;

/** Table and columns of a first line. Null for another line. */
export const readBlock = (line: string): BackupTable | null => {
  const [, name, columns] = BLOCK.exec(line) ?? [];
  return name === undefined || columns === undefined ? null : { name, columns: columns.split(', ') };
};
