import { config } from '../lib/config.ts';

/** Mark of the brand: its lines, or the first letter in its name. The server draws the same into the static shell. */
export const BrandMark = () => {
  const { mark, name } = config.brand;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {mark.length > 0 ? (
        mark.map((line) => <path key={line} d={line} />)
      ) : (
        <text x="12" y="17">
          {[...name][0]}
        </text>
      )}
    </svg>
  );
};
