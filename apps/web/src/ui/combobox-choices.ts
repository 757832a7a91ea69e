export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Alternative names such as `UK` or `Holland`. They are searched but not shown. */
  readonly also?: readonly string[];
}

/**
 * Removes case, accents and punctuation: `cote` finds Côte d’Ivoire, `u.s.a.` is `USA`, `Saint Lucia` is `St. Lucia`.
 */
const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}’'ʻ.]/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/\bsaint\b/g, 'st')
    .replace(/[\s-]+/g, ' ')
    .trim();

/** Choice whose full name was typed, else its code, else an alternative name. */
const exactChoice = (choices: readonly Choice[], typed: string): Choice | undefined => {
  const wanted = normalize(typed);
  return wanted === ''
    ? undefined
    : (choices.find(({ label }) => normalize(label) === wanted) ??
        choices.find(({ value }) => normalize(value) === wanted) ??
        choices.find(({ also = [] }) => also.some((name) => normalize(name) === wanted)));
};

/** Choices whose name contains the text (AD-04). An exact match comes first, then names that begin with it. */
export const matchingChoices = (choices: readonly Choice[], typed: string): readonly Choice[] => {
  const wanted = normalize(typed);
  if (wanted === '') return choices;
  const exact = exactChoice(choices, typed);
  const rank = (choice: Choice): number => {
    if (choice === exact) return 0;
    const at = normalize(choice.label).indexOf(wanted);
    if (at === 0) return 1;
    if (choice.also?.some((name) => normalize(name).startsWith(wanted))) return 2;
    return at > 0 ? 3 : 4;
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((ranked) => ranked.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
};

/** Choice whose full name was typed, unless a longer name begins with it: `Niger` could become `Nigeria`. */
export const completeChoice = (choices: readonly Choice[], typed: string): Choice | undefined => {
  const wanted = normalize(typed);
  const [first, ...others] = wanted === '' ? [] : choices.filter(({ label }) => normalize(label).startsWith(wanted));
  return first && others.length === 0 && normalize(first.label) === wanted ? first : undefined;
};

/** Fewer letters never choose a name, even if only one contains them. */
const ENOUGH = 3;

/**
 * Choice that the text means after the field was left. A full name, code or alternative name decides. Otherwise the
 * text must begin a word of exactly one name, as `tex` does for Texas.
 */
export const likelyChoice = (choices: readonly Choice[], typed: string): Choice | undefined => {
  const exact = exactChoice(choices, typed);
  if (exact) return exact;
  const wanted = normalize(typed);
  const [only, ...others] = matchingChoices(choices, typed);
  const begins = (name: string) => ` ${normalize(name)}`.includes(` ${wanted}`);
  return only && others.length === 0 && wanted.length >= ENOUGH && [only.label, ...(only.also ?? [])].some(begins)
    ? only
    : undefined;
};
