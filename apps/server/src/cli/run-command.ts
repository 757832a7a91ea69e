import type { OperatorCommands } from '../compose/operator-commands.ts';
import { CatalogueRefused } from '../services/catalogue/ports.ts';
import { Refused } from '../services/refused.ts';
import type { Command, DatabaseCommand, DatabaseTools, Lines, Outcome } from './command.ts';
import { commands } from './commands.ts';
import { type OptionSpec, readArguments, UsageError, type Values } from './read-arguments.ts';
import { refusedLines } from './refused-lines.ts';

const widest = (words: readonly string[]): number => Math.max(...words.map((word) => word.length));

/** All commands, or those that begin with a word: `refunds`. */
const overview = (named: readonly [string, Command | DatabaseCommand][] = Object.entries(commands)): string[] => {
  const width = widest(named.map(([name]) => name));
  return [
    'npm run foyer -- <command> [options]',
    '',
    ...named.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'npm run foyer -- <command> --help shows its options.',
  ];
};

const optionLine = (name: string, spec: OptionSpec, width: number): string => {
  const { what, most, optional, example, isUnnamed, isFlag } = spec;
  const bounds = most === undefined ? '' : `, 1 to ${most}`;
  const omission = optional ? ' (optional)' : isUnnamed ? ` (--${name} may be left out)` : '';
  return `  --${name.padEnd(width)}  ${what}${bounds}${omission}${isFlag ? '' : `; such as ${example}`}`;
};

const help = ({ summary, options }: Pick<Command, 'summary' | 'options'>): string[] => {
  const width = Math.max(0, widest(Object.keys(options)));
  return [summary, '', ...Object.entries(options).map(([option, spec]) => optionLine(option, spec, width))];
};

/** Some commands have two words: `operators add`. */
const readName = ([first, second, ...rest]: readonly string[]): {
  name: string | undefined;
  rest: readonly string[];
} => {
  const both = `${first} ${second}`;
  if (second !== undefined && Object.hasOwn(commands, both)) return { name: both, rest };
  return { name: first, rest: second === undefined ? [] : [second, ...rest] };
};

const HELP: readonly (string | undefined)[] = ['--help', '-h', 'help'];

/** Returns the output of a line that needs no database, such as help. Null for others. */
const answerAtOnce = (args: readonly string[]): Outcome | null => {
  const [first, second = ''] = args;
  // `help refund` means `refund --help`
  if (HELP.includes(first)) {
    const asked = args.filter((word) => !HELP.includes(word));
    return asked.length === 0 ? { code: 0, out: overview() } : answerAtOnce([...asked, '--help']);
  }
  const { name, rest } = readName(args);
  if (name === undefined) return { code: 2, out: overview() };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return rest.some((word) => word === '--help' || word === '-h') ? { code: 0, out: help(command) } : null;
  const family = Object.entries(commands).filter(([each]) => each.startsWith(`${name} `));
  if (family.length === 0) return { code: 2, out: [`There is no command "${name}".`, '', ...overview()] };
  if (HELP.includes(second)) return { code: 0, out: overview(family) };
  const typed = second === '' || second.startsWith('-') ? name : `${name} ${second}`;
  return { code: 2, out: [`There is no command "${typed}". There are:`, '', ...overview(family)] };
};

/** Options that name the object of a command. */
const OBJECT_OPTIONS = [
  'account',
  'receipt',
  'refund',
  'payment',
  'review',
  'subscription',
  'batch',
  'job',
  'id',
  'email',
  'plan',
];

/** Adds the command and its ids before the reason of a refusal: `refund R-000123: …`. */
const refusedOutcome = (name: string, values: Values, [reason = '', ...rest]: Lines): Outcome => {
  const objects = OBJECT_OPTIONS.flatMap((option) => values[option] ?? []);
  return { code: 1, out: [`${[name, ...objects].join(' ')}: ${reason}`, ...rest] };
};

/** Runs one line. It connects to the database only if the command needs it, so that help works without one. */
export const runCommand = async (
  args: readonly string[],
  connect: () => Promise<OperatorCommands>,
  tools?: DatabaseTools,
): Promise<Outcome> => {
  const atOnce = answerAtOnce(args);
  if (atOnce) return atOnce;
  const { name = '', rest } = readName(args);
  const command = commands[name] as Command | DatabaseCommand;
  let values: Values = {};
  try {
    values = readArguments(command.options, rest);
    if ('run' in command) {
      const done = await command.run(await connect(), values);
      return 'code' in done ? done : { code: 0, out: done };
    }
    if (!tools) throw new Error(`${name} needs the database and not its use cases`);
    return await command.runOn(tools, values);
  } catch (error) {
    if (error instanceof UsageError) return { code: 2, out: [error.message, '', ...help(command)] };
    if (error instanceof CatalogueRefused) return { code: 1, out: [error.message] };
    if (error instanceof Refused) return refusedOutcome(name, values, refusedLines(error, command));
    throw error;
  }
};
