import type { Machine } from './machine.ts';
import type { Comparison } from './statistics.ts';

/** One line of the table: a figure of ours beside the raw limit's from the same run. */
export interface Row {
  readonly what: string;
  readonly comparison: Comparison;
  /** Without one the line is only for information. */
  readonly goal?: { readonly better: 'less' | 'more'; readonly target: number; readonly aim: number };
  readonly show: (value: number) => string;
  /** A point of the picture beside the table. */
  readonly plot?: { readonly of: 'renewals'; readonly at: number };
  /** A ratio of two figures that may both be nothing says nothing. */
  readonly withoutRatio?: boolean;
}

/** Something that was asked for and could not be measured, and why. */
export interface Skipped {
  readonly part: string;
  readonly reason: string;
}

const HEAD = ['', 'ratio', 'lowest–highest', 'target', 'aim', 'result', 'Foyer', 'raw limit'] as const;

const verdict = ({ comparison: { ratio }, goal }: Row): string => {
  if (!goal) return '';
  const holds = (bound: number) => (goal.better === 'less' ? ratio <= bound : ratio >= bound);
  if (holds(goal.aim)) return 'aim reached';
  return holds(goal.target) ? 'target reached' : 'missed';
};

const cells = (row: Row): string[] => {
  const { comparison, goal, show } = row;
  const sign = goal?.better === 'less' ? '≤' : '≥';
  const { lowest, highest } = comparison;
  return [
    row.what,
    row.withoutRatio ? '' : comparison.ratio.toFixed(2),
    row.withoutRatio || lowest === highest ? '' : `${lowest.toFixed(2)}–${highest.toFixed(2)}`,
    goal ? `${sign} ${goal.target.toFixed(2)}` : '',
    goal ? `${sign} ${goal.aim.toFixed(2)}` : '',
    verdict(row),
    show(comparison.ours),
    show(comparison.limit),
  ];
};

/** The table for a terminal. */
export const asText = (rows: readonly Row[]): string => {
  const lines = [[...HEAD], ...rows.map((row) => cells(row).map((cell) => cell.replaceAll('`', '')))];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const asLine = (line: readonly string[]) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return lines.map(asLine).join('\n');
};

const asMarkdownTable = (rows: readonly Row[]): string =>
  [
    `| ${HEAD.join(' | ')} |`,
    '| --- | --: | --: | --: | --: | --- | --: | --: |',
    ...rows.map((row) => `| ${cells(row).join(' | ')} |`),
  ].join('\n');

export interface Report {
  readonly date: Date;
  readonly machine: Machine;
  readonly rows: readonly Row[];
  readonly skipped: readonly Skipped[];
  /** The file of the picture, beside the document. */
  readonly picture: string | null;
  /** What a reader has to know to measure the same again. */
  readonly method: readonly string[];
}

export const asSkipped = ({ part, reason }: Skipped): string => `Not measured: ${part}. ${reason}`;

/** docs/benchmarks.md: written by the tool only, so that no figure in it was typed by hand. */
export const asDocument = ({ date, machine, rows, skipped, picture, method }: Report): string =>
  [
    '# Benchmarks',
    '',
    'Written by `npm run bench`; do not edit. One run measures the product and the raw limit by turns on the same',
    'machine, so only the ratios travel: the figures beside them depend on the machine and on what else it did.',
    '',
    asMarkdownTable(rows),
    '',
    ...(picture ? [`![Renewals per second over the number of subscriptions](${picture})`, ''] : []),
    ...skipped.flatMap((one) => [asSkipped(one), '']),
    '## This run',
    '',
    `- ${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `- ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}`,
    `- load average before the run: ${machine.load.toFixed(1)}`,
    '',
    '## How',
    '',
    ...method.map((line) => `- ${line}`),
    '',
    '```',
    'npm run bench             # everything; writes this file',
    'npm run bench -- me       # only one: bytes, lcp, me, tokens, sign-ins, peers, renewals or scale; prints only',
    '```',
    '',
  ].join('\n');
