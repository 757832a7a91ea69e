import type { Feature, TieredPlan } from '@foyer/contract/api/plans';
import type { Plan } from '@foyer/contract/api/shapes';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { type Inclusion, includesFeature, lesserFeature } from './feature-inclusion.ts';

/** Losses of a plan change. A part is empty or null when the new plan has at least as much. */
export interface Losses {
  storage: { from: string; to: string } | null;
  /** Device access keys; `from` null is no limit. */
  keys: { from: number | null; to: number } | null;
  /** Lost sharing, as its card words it. */
  sharing: string | null;
  packages: readonly string[];
  /** Features of which the new plan has less: 10 devices instead of 25. */
  less: readonly { from: string; to: string }[];
  features: readonly string[];
}

type AddOn = TieredPlan['addOnPackages'][number];

/** Servers of 3.0.0 name no feature. */
type Package = Pick<AddOn, 'name'> & Partial<Pick<AddOn, 'featureKey'>>;

type Contents = Pick<Plan, 'details'> &
  Partial<Pick<TieredPlan, 'featureList1' | 'featureList2'>> & { addOnPackages?: readonly Package[] };

type FeatureLabel = Inclusion & Pick<Feature, 'label'>;

/** Whether a feature is one of the packages (SP-05), so that a lost package is listed once, under its name. */
const isPackage = ({ addOnPackages = [] }: Contents, key: string) =>
  addOnPackages.some(({ featureKey }) => featureKey === key);

const missing = <T>(had: readonly T[], gets: readonly T[]): readonly T[] => had.filter((one) => !gets.includes(one));

const featuresOf = ({ featureList1 = [], featureList2 = [] }: Contents) => [...featureList1, ...featureList2];

const sizeOf = ({ displayValue, value }: { displayValue: string; value: number }) => displayValue || formatBytes(value);

const storageLoss = ({ details: { storageSizeLimit: had } }: Contents, { details }: Contents): Losses['storage'] => {
  const gets = details.storageSizeLimit;
  return had && gets && gets.value < had.value ? { from: sizeOf(had), to: sizeOf(gets) } : null;
};

/** A new plan without a limit of keys loses none. */
const keysLoss = ({ details: { accessKeyLimit: had } }: Contents, { details }: Contents): Losses['keys'] => {
  const gets = details.accessKeyLimit;
  return gets && (had === null || gets.value < had.value) ? { from: had?.value ?? null, to: gets.value } : null;
};

/** Text of lost unlimited contributors. Changes of other sharing types are not losses. */
const sharingLoss = ({ details: { sharingType: had } }: Contents, { details }: Contents): string | null =>
  had?.value === 'unlimited' && details.sharingType?.value !== 'unlimited' ? had.displayValue : null;

/**
 * Compares two plans and returns what the new one lacks; null when nothing is lost. Shown before the change is
 * confirmed. Hidden features are not listed, because the plans do not list them (SP-05).
 */
const lossesOf = (had: Contents, gets: Contents, words: readonly FeatureLabel[] = []): Losses | null => {
  const labelOf = (key: string | undefined) => words.find((feature) => feature.key === key)?.label;
  const lost = featuresOf(had)
    .filter((key) => !includesFeature(words, featuresOf(gets), key) && !isPackage(had, key))
    .flatMap((key) => {
      const from = labelOf(key);
      return from === undefined ? [] : { from, to: labelOf(lesserFeature(words, featuresOf(gets), key)) };
    });
  const losses: Losses = {
    storage: storageLoss(had, gets),
    keys: keysLoss(had, gets),
    sharing: sharingLoss(had, gets),
    packages: missing(
      (had.addOnPackages ?? []).map(({ name }) => name),
      (gets.addOnPackages ?? []).map(({ name }) => name),
    ),
    less: lost.flatMap(({ from, to }) => (to === undefined ? [] : { from, to })),
    features: lost.flatMap(({ from, to }) => (to === undefined ? from : [])),
  };
  const { packages, less, features, ...single } = losses;
  return [packages, less, features].some(({ length }) => length > 0) ||
    Object.values(single).some((loss) => loss !== null)
    ? losses
    : null;
};

/** Compares two plans by id. Returns null for a plan that is not in the list. */
export const lossesBetween = (
  plans: readonly (Contents & Pick<Plan, 'id'>)[],
  hadId: string | undefined,
  getsId: string,
  words: readonly FeatureLabel[] = [],
): Losses | null => {
  const had = plans.find(({ id }) => id === hadId);
  const gets = plans.find(({ id }) => id === getsId);
  return had && gets ? lossesOf(had, gets, words) : null;
};
