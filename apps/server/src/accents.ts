/** Accent colour of a brand for each theme, as `#rrggbb`. */
export interface Accents {
  readonly light: string;
  readonly dark: string;
}

/** Accent values of the style sheets (`apps/web/src/ui/tokens.css`). */
interface Shades {
  readonly accent: string;
  readonly hover: string;
  readonly text: string;
  readonly tint: string;
  readonly line: string;
}

/** Text on a filled accent. */
const ON_ACCENT = '#ffffff';

/** Backgrounds of both themes that accent text is on. A test compares them with the style sheet. */
export const backgrounds = {
  light: { surface: '#ffffff', bg: '#f8f8fa', sunken: '#f2f3f6' },
  dark: { surface: '#16181d', bg: '#0e0f12', sunken: '#1c1f25' },
} as const;

type Theme = keyof typeof backgrounds;

/** Contrast of text that WCAG 2.2 AA requires (1.4.3). */
const LEAST_CONTRAST = 4.5;

const channelsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Mixes `share` of one colour with the rest of another. */
const mix = (colour: string, share: number, other: string): string => {
  const [one, two] = [channelsOf(colour), channelsOf(other)];
  return `#${one
    .map((value, at) =>
      Math.round(value * share + (two[at] ?? 0) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
};

/** Relative luminance of WCAG 2.2. */
const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast ratio of two colours, from 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [lower = 0, higher = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
};

/** Shades of an accent in a theme. */
const shadesOf = (theme: Theme, accent: string): Shades => {
  const { surface } = backgrounds[theme];
  const hover = mix(accent, 0.88, '#000000');
  return theme === 'light'
    ? {
        accent,
        hover,
        text: mix(accent, 0.9, '#000000'),
        tint: mix(accent, 0.08, surface),
        line: mix(accent, 0.28, surface),
      }
    : {
        accent,
        hover,
        text: mix(accent, 0.5, '#ffffff'),
        tint: mix(accent, 0.2, surface),
        line: mix(accent, 0.45, surface),
      };
};

const problemsIn = (theme: Theme, colour: string): string[] => {
  const { accent, text, tint } = shadesOf(theme, colour);
  const pairs: [string, string, string][] = [
    ['white text on it', ON_ACCENT, accent],
    ...Object.entries({ ...backgrounds[theme], tint }).map(([name, background]): [string, string, string] => [
      `its text on the background "${name}"`,
      text,
      background,
    ]),
  ];
  return pairs
    .map(([pair, one, other]) => ({ pair, ratio: contrastOf(one, other) }))
    .filter(({ ratio }) => ratio < LEAST_CONTRAST)
    .map(
      ({ pair, ratio }) =>
        `${theme}: ${colour} has too little contrast: ${pair} has ${ratio.toFixed(2)}, and ${LEAST_CONTRAST} is the least. Choose a ${theme === 'dark' && pair !== 'white text on it' ? 'lighter' : 'darker'} colour`,
    );
};

/** Problems of the contrast of both accents, each with its theme, pair and ratio. */
export const problemsOfAccents = ({ light, dark }: Accents): string[] => [
  ...problemsIn('light', light),
  ...problemsIn('dark', dark),
];

const declarations = ({ accent, hover, text, tint, line }: Shades): string =>
  `--accent:${accent};--accent-hover:${hover};--on-accent:${ON_ACCENT};--accent-text:${text};--accent-tint:${tint};--accent-line:${line}`;

/** Returns a style element with the shades of a brand's accents for both themes. */
export const accentStyle = ({ light, dark }: Accents): string => {
  const rules = [
    `[data-brand]{${declarations(shadesOf('light', light))}}`,
    `@media screen{[data-theme=dark][data-brand]{${declarations(shadesOf('dark', dark))}}}`,
  ];
  return `<style>${rules.join('')}</style>`;
};
