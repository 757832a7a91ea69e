import { parseArgs } from 'node:util';
import { REASON_MAX } from '@foyer/contract/vocabulary/operator-roles';
import * as z from 'zod/mini';

/** One named value of a command. */
export interface OptionSpec {
  readonly what: string;
  readonly example: string;
  /** Name of the option in earlier releases, which is still accepted. */
  readonly formerName?: string;
  readonly optional?: true;
  /** Makes the option a whole number from 1 to this maximum. */
  readonly most?: number;
  /** A moment in time. */
  readonly moment?: true;
  /** Allowed values. */
  readonly words?: readonly string[];
  /** Needs a letter or a digit, because it is stored in the audit log for good. */
  readonly isAudited?: true;
  /** True if the value is written without the name of the option: `backup <file>`. */
  readonly isUnnamed?: true;
  /** True for an option without a value: `--check`. */
  readonly isFlag?: true;
  /** Maximum number of characters; by default that of a reason. */
  readonly longest?: number;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** Trimmed values of options: texts, or whole numbers for options that require one. */
export type Values = Readonly<Record<string, string | undefined>>;

/** A command line that cannot be parsed. The message lists all problems. */
export class UsageError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'UsageError';
  }
}

/** A day, or a time with a zone. `Date` would only guess the meaning of other texts. */
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const missing = (name: string, { what, isUnnamed }: OptionSpec): string =>
  `${isUnnamed ? `<${name}>` : `--${name}`} is missing: ${what}`;

const problemWith = (name: string, spec: OptionSpec, value: string): string[] => {
  const { what, example, most, moment: isMoment, words, isAudited, longest = REASON_MAX } = spec;
  if (value === '') return [missing(name, spec)];
  if (/\p{Cc}/u.test(value) || [...value].length > longest)
    return [`--${name} must be one line of at most ${longest} characters`];
  if (isAudited && !/[\p{L}\p{N}]/u.test(value)) return [`--${name} must say ${what}, such as ${example}`];
  if (most !== undefined && !(/^[1-9]\d*$/.test(value) && Number(value) <= most))
    return [`--${name} must be a whole number from 1 to ${most}, not "${value}"`];
  if (isMoment && !moment.safeParse(value).success)
    return [`--${name} must be a moment such as ${example}, or a day such as ${example.slice(0, 10)}, not "${value}"`];
  if (words && !words.includes(value)) return [`--${name} must be ${words.join(' or ')}, not "${value}"`];
  return [];
};

/**
 * Each option with all that was typed for it, and what belongs to none. A value that begins with two hyphens is the next
 * option: the value before it was forgotten.
 */
const sort = (args: readonly string[], specs: OptionSpecs) => {
  const names = new Map(
    Object.entries(specs).flatMap(([name, { formerName = name }]) => [
      [formerName, name],
      [name, name],
    ]),
  );
  const options = Object.fromEntries(
    [...names].map(([typed, name]) => [
      typed,
      { type: specs[name]?.isFlag ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  // The word after an unknown option is its value, so only the option is reported.
  const isUnknown = (token: (typeof tokens)[number] | undefined): boolean =>
    token?.kind === 'option' && token.inlineValue !== true && !names.has(token.name);
  const typed = new Map<string, string[]>();
  const problems: string[] = [];
  const unnamed = Object.keys(specs).find((name) => specs[name]?.isUnnamed);
  const add = (name: string, value: string) => typed.set(name, [...(typed.get(name) ?? []), value.trim()]);
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'positional' && !isUnknown(tokens[index - 1])) {
      if (unnamed !== undefined && !typed.has(unnamed)) add(unnamed, token.value);
      else problems.push(`"${token.value}" belongs to no option; put a value with spaces in quotes`);
    }
    if (token.kind !== 'option') continue;
    const { rawName, value = '', inlineValue } = token;
    const name = names.get(token.name);
    if (name === undefined) problems.push(`There is no option ${rawName}`);
    else if (!inlineValue && value.startsWith('--')) problems.push(`--${name} has no value: ${value} follows it`);
    else add(name, specs[name]?.isFlag ? 'yes' : value);
  }
  return { typed, problems };
};

/** Parses `--name value` pairs. Options that the command does not have, and repeated ones, are refused. */
export const readArguments = (specs: OptionSpecs, args: readonly string[]): Values => {
  const { typed, problems } = sort(args, specs);
  // A misplaced value causes further problems, so these are reported first.
  if (problems.length > 0) throw new UsageError(problems);
  for (const [name, spec] of Object.entries(specs)) {
    const [value, ...more] = typed.get(name) ?? [];
    if (more.length > 0) problems.push(`--${name} was given ${more.length + 1} times; it takes one value`);
    else if (value !== undefined) problems.push(...problemWith(name, spec, value));
    else if (!spec.optional) problems.push(missing(name, spec));
  }
  if (problems.length > 0) throw new UsageError(problems);
  return Object.fromEntries([...typed].map(([name, [value]]) => [name, value]));
};
