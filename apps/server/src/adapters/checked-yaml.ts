import { parse } from 'yaml';
import { en } from 'zod/locales';
import type * as z from 'zod/mini';

/** zod/mini has no words of its own. */
const words = en().localeError;

type Checked<Content> =
  | { readonly content: Content; readonly problems?: never }
  | { readonly problems: readonly string[] };

/** What a YAML text says, or everything that is wrong with it, each with its place: `plans.drive.0.name: …`. */
export const checkedYaml = <Content>(text: string, schema: z.ZodMiniType<Content>): Checked<Content> => {
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    // the first line says what and where, the others show the text again
    return { problems: [error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)] };
  }
  const read = schema.safeParse(content, { error: words });
  if (read.success) return { content: read.data };
  return { problems: read.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`) };
};
