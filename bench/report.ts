import type { Machine } from './machine.ts';
import type { Comparison } from './statistics.ts';

/** One row of the table: a figure of the product and the raw limit's figure from the same run. */
export interface Row {
  readonly what: string;
  readonly comparison: Comparison;
  /** Target and aim of the ratio. Rows without a goal are for information. */
  readonly goal?: { readonly better: 'less' | 'more'; readonly target: number; readonly aim: number };
  readonly show: (value: number) => string;
  /** Point of the chart; `at` is the number of subscriptions. */
  readonly plot?: { readonly of: 'renewals'; readonly at: number };
  /** True if the ratio means nothing, for example because both figures can be 0. */
  readonly withoutRatio?: boolean;
}

/** Requested part that could not be measured. */
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

/** Table as text for a terminal. */
export const formatText = (rows: readonly Row[]): string => {
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
  /** File name of the chart, in the folder of the document; null without a chart. */
  readonly picture: string | null;
  /** Sentences about how the figures were measured. */
  readonly method: readonly string[];
}

export const formatSkipped = ({ part, reason }: Skipped): string => `Not measured: ${part}. ${reason}`;

/** Lines of docs/benchmarks.md around the part that a run writes. */
const BEGIN = '<!-- begin: written by npm run bench -->';
const END = '<!-- end: written by npm run bench -->';

/** Part of docs/benchmarks.md that a run writes. */
export const formatDocument = ({ date, machine, rows, skipped, picture, method }: Report): string =>
  [
    asMarkdownTable(rows),
    '',
    ...(picture ? [`![Renewals per second over the number of subscriptions](${picture})`, ''] : []),
    ...skipped.flatMap((one) => [formatSkipped(one), '']),
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
    'npm run bench             # everything; writes this part of the page',
    'npm run bench -- me       # one part: bytes, lcp, me, tokens, sign-ins, peers, renewals or scale; writes no file',
    '```',
  ].join('\n');

/** Replaces the part of docs/benchmarks.md that a run writes. Text before and after the two markers stays as it is. */
export const replaceWritten = (document: string, text: string): string => {
  const [before, part, ...others] = document.split(BEGIN);
  const [, after, ...rest] = part?.split(END) ?? [];
  if (before === undefined || after === undefined || others.length > 0 || rest.length > 0)
    throw new Error(
      `docs/benchmarks.md: put the lines "${BEGIN}" and "${END}" once around the part that a run replaces`,
    );
  return `${before}${BEGIN}\n\n${text}\n\n${END}${after}`;
};
