import type { Catalogue } from './catalogue.ts';

/** Problem of a family whose stored subscriptions were made by other rules. */
interface ChangedFamily {
  readonly key: string;
  readonly text: string;
}

/**
 * Families of `wanted` with another kind or number of live subscriptions than before. Neither may change for a family
 * that has subscriptions.
 */
export const changedFamilies = (
  before: Pick<Catalogue, 'families'>,
  wanted: Pick<Catalogue, 'families'>,
): ChangedFamily[] =>
  wanted.families.flatMap((family) => {
    const stored = before.families.find(({ key }) => key === family.key);
    if (!stored) return [];
    return (['kind', 'liveSubscriptions'] as const)
      .filter((member) => stored[member] !== family[member])
      .map((member) => ({
        key: family.key,
        text: `${family.key}: ${member} is ${stored[member]} and cannot become ${family[member]}, because there are subscriptions`,
      }));
  });
