export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Without case and accents: `cote` finds Côte d’Ivoire, `turkiye` Türkiye. */
const loose = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}’'ʻ]/gu, '')
    .toLowerCase()
    .trim();

/** The one that was written out, as its name or its code: what a browser fills in by itself. */
export const exactChoice = (choices: readonly Choice[], typed: string): Choice | undefined => {
  const wanted = loose(typed);
  return (
    choices.find(({ label }) => loose(label) === wanted) ??
    choices.find(({ value }) => value !== '' && loose(value) === wanted)
  );
};

/** Those with the text anywhere in their name (AD-04): first the one whose code it is, then names that begin with it. */
export const matchingChoices = (choices: readonly Choice[], typed: string): readonly Choice[] => {
  const wanted = loose(typed);
  if (wanted === '') return choices;
  const rank = ({ value, label }: Choice): number => {
    if (loose(value) === wanted) return 0;
    const at = loose(label).indexOf(wanted);
    return at === 0 ? 1 : at > 0 ? 2 : 3;
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((ranked) => ranked.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
};
