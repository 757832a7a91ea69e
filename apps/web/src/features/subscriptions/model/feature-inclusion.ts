import type { Feature } from '@foyer/contract/api/plans';

/** Feature with the smaller ones that it includes (SP-05). Servers of 3.0.0 send none, so each includes only itself. */
export type Inclusion = Pick<Feature, 'key'> & Partial<Pick<Feature, 'includes'>>;

const includedIn = (known: readonly Inclusion[], key: string): readonly string[] =>
  known.find((feature) => feature.key === key)?.includes ?? [];

/** Returns the smaller variant of a feature that a plan has instead, for example 10 devices instead of 25. */
export const lesserFeature = (
  known: readonly Inclusion[],
  features: readonly string[],
  key: string,
): string | undefined => features.find((feature) => includedIn(known, key).includes(feature));

/** Returns whether a plan has a feature or a larger variant that includes it. */
export const includesFeature = (known: readonly Inclusion[], features: readonly string[], key: string): boolean =>
  features.includes(key) || features.some((feature) => includedIn(known, feature).includes(key));
