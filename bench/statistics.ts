const sorted = (values: ArrayLike<number>): number[] => Array.from(values).sort((a, b) => a - b);

/** The value that `part` (0…1) of the values do not exceed; NaN of nothing. */
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

/** Two figures measured one after the other, so that what disturbs the machine disturbs both. */
export interface Pair {
  readonly ours: number;
  readonly limit: number;
}

export interface Comparison extends Pair {
  /** The median of the pairs' own ratios; not the ratio of the medians, which a disturbed round can bend. */
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
