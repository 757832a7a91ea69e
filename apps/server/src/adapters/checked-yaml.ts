import { parse } from 'yaml';
import { en } from 'zod/locales';
import type * as z from 'zod/mini';

/** Messages of zod for the issue codes that `words` does not handle. `zod/mini` ships without messages. */
const otherWords = en().localeError;

/** Names of types in error messages, for authors of YAML files. */
const kinds: Readonly<Record<string, string>> = {
  object: 'names with values (name: value)',
  record: 'names with values (name: value)',
  array: 'a list (- value)',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

const kindOf = (value: unknown): string => {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'names with values' : JSON.stringify(value);
};

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** Message about a number that is out of range, a text of the wrong length, or a list of the wrong size. */
const bounded = (issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string => {
  const isLeast = issue.code === 'too_small';
  const bound = isLeast ? issue.minimum : issue.maximum;
  const many = isLeast ? `at least ${bound}` : `at most ${bound}`;
  if (issue.origin === 'string') return bound === 1 && isLeast ? 'must not be empty' : `must have ${many} letters`;
  if (issue.origin === 'array') return `must have ${many} entries`;
  const limit = issue.inclusive
    ? `${bound} or ${isLeast ? 'more' : 'less'}`
    : `${isLeast ? 'more' : 'less'} than ${bound}`;
  return `must be ${limit}, not ${kindOf(issue.input)}`;
};

const quoted = (names: readonly unknown[]): string => names.map((name) => JSON.stringify(name)).join(', ');

const words: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${kinds[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}`;
    case 'too_small':
    case 'too_big':
      return bounded(issue);
    case 'unrecognized_keys':
      return `${quoted(issue.keys)}: this name is not known here`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}, not ${kindOf(issue.input)}`;
    case 'invalid_key': {
      const [inner] = issue.issues;
      return inner?.code === 'invalid_format' ? `this name ${inner.message}` : 'this name is not known here';
    }
    default:
      return otherWords(issue);
  }
};

export type Checked<Content> =
  | { readonly content: Content; readonly problems?: never }
  | { readonly problems: readonly string[] };

const textOf = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** First line of the error message, with problem and place. The other lines repeat the text. */
const firstLineOf = (error: unknown): string => {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return line.replace(/:$/, '.');
};

/** Returns the content of a YAML file, or all its problems, each with its path: `plans.drive.0.name: …`. */
export const checkedYaml = <Content>(bytes: Uint8Array, schema: z.ZodMiniType<Content>): Checked<Content> => {
  const text = textOf(bytes);
  if (text === null) return { problems: ['This is not a text file in UTF-8.'] };
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    return { problems: [firstLineOf(error)] };
  }
  if (content === null) return { problems: ['The file is empty.'] };
  const read = schema.safeParse(content, { error: words });
  if (read.success) return { content: read.data };
  return { problems: read.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`) };
};
