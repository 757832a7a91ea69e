const STEPS = [1, 2, 5, 10];
/** An axis has at most this number of steps. */
const MOST_STEPS = 3;

/** Round values for an axis from 0 to at least `most`, in steps of a whole number of units. */
export const axisValues = (most: number, unit: number): readonly number[] => {
  const least = Math.max(most / MOST_STEPS / unit, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((one) => one * power >= least) ?? 10) * power * unit;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step);
};
