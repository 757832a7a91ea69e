const sorted = (values: ArrayLike<number>): number[] => Array.from(values).sort((a, b) => a - b);

/** Percentile by nearest rank: `part` is from 0 to 1. NaN if there are no values. */
export const percentile = (values: ArrayLike<number>, part: number): number => {
  const inOrder = sorted(values);
  return inOrder[Math.max(0, Math.ceil(part * inOrder.length) - 1)] ?? Number.NaN;
};

const median = (values: ArrayLike<number>): number => {
  const inOrder = sorted(values);
  const middle = Math.floor(inOrder.length / 2);
  const upper = inOrder[middle] ?? Number.NaN;
  return inOrder.length % 2 === 1 ? upper : ((inOrder[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** Two figures measured directly after each other, so that other load on the machine affects both. */
export interface Pair {
  readonly ours: number;
  readonly limit: number;
}

export interface Comparison extends Pair {
  /** Median of the ratios of the pairs. The ratio of the medians would be more sensitive to one disturbed round. */
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
}

export const compare = (pairs: readonly Pair[]): Comparison => {
  const ratios = pairs.map(({ ours, limit }) => ours / limit);
  return {
    ours: median(pairs.map(({ ours }) => ours)),
    limit: median(pairs.map(({ limit }) => limit)),
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
  };
};
