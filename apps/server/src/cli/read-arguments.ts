import { parseArgs } from 'node:util';

/** One named value of a command. */
export interface OptionSpec {
  readonly what: string;
  readonly example: string;
  readonly optional?: true;
  /** A whole number of cents or rows. */
  readonly whole?: true;
  /** A moment in time. */
  readonly moment?: true;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** What was typed: text, or a whole number where the option is one. */
export type Values = Readonly<Record<string, string | undefined>>;

/** The line cannot be understood; every problem is named at once. */
export class UsageError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'UsageError';
  }
}

const problemWith = (name: string, spec: OptionSpec, value: string | undefined): string[] => {
  if (value === undefined || value.trim() === '')
    return spec.optional && value === undefined ? [] : [`--${name} is missing: ${spec.what}`];
  if (spec.whole && !/^[1-9]\d{0,11}$/.test(value)) return [`--${name} must be a whole number above 0, not "${value}"`];
  if (spec.moment && Number.isNaN(Date.parse(value)))
    return [`--${name} must be a moment such as ${spec.example}, not "${value}"`];
  return [];
};

/** Reads `--name value` pairs by the command's own list; what is not on it is refused. */
export const readArguments = (specs: OptionSpecs, args: readonly string[]): Values => {
  const options = Object.fromEntries(Object.keys(specs).map((name) => [name, { type: 'string' as const }]));
  let values: Values;
  try {
    values = parseArgs({ args: [...args], options, strict: true }).values as Values;
  } catch (error) {
    throw new UsageError([error instanceof Error ? error.message : String(error)]);
  }
  const problems = Object.entries(specs).flatMap(([name, spec]) => problemWith(name, spec, values[name]));
  if (problems.length > 0) throw new UsageError(problems);
  return values;
};
