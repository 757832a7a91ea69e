import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { familyKinds, familyLimits, liveSubscriptionCounts } from '@foyer/contract/vocabulary/families';
import { languages } from '@foyer/contract/vocabulary/languages';
import type { Family } from '@foyer/domain/catalogue/family';
import * as z from 'zod/mini';

const word = z.string().check(z.minLength(1));

/** Path of the `families.yaml` of a catalogue folder. A folder for release 2.1 or earlier has none, and gets the shipped one. */
export const familyFileOf = (folder: string): string => {
  const own = join(folder, 'families.yaml');
  return existsSync(own) ? own : join(import.meta.dirname, '../../../../catalog/families.yaml');
};

/** Schema of `families.yaml`. */
export const familyFile = z
  .array(
    z.strictObject({
      key: z
        .string()
        .check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, 'must begin with a-z, and then a-z, 0-9 and hyphens only')),
      name: z.record(z.enum(languages), word),
      kind: z.enum(familyKinds),
      liveSubscriptions: z.enum(liveSubscriptionCounts),
      hasMaintenance: z._default(z.boolean(), false),
      exportControl: z._default(z.boolean(), false),
      claim: z.optional(word),
      limits: z._default(z.array(z.enum(familyLimits)), []),
    }),
  )
  .check(
    z.minLength(1),
    z.refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'has the same key twice'),
  );

/** Families in the order of the file. */
export const asFamilies = (entries: z.infer<typeof familyFile>): Family[] =>
  entries.map(({ key, name, claim, ...rest }, sortOrder) => ({
    ...rest,
    key,
    names: name,
    claim: claim ?? null,
    sortOrder,
  }));
