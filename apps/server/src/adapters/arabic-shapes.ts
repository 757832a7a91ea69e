/**
 * Forms of a character in Unicode order: isolated, final, initial, medial. A character that joins only the previous one
 * has two.
 */
type Shapes = readonly string[];

const inRange = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));

/** Letters and ligatures with their forms. The compatibility decomposition of a form names its letter. */
const shapesOf: ReadonlyMap<string, Shapes> = (() => {
  const found = new Map<string, string[]>();
  for (const shape of [...inRange(0xfe80, 0xfefc), ...inRange(0xfb50, 0xfbff)]) {
    const letters = shape.normalize('NFKC');
    if (letters !== shape) found.set(letters, [...(found.get(letters) ?? []), shape]);
  }
  return found;
})();

const STROKE = '\u0640';
const joinsNext = (letter: string | undefined): boolean =>
  letter === STROKE || (letter !== undefined && (shapesOf.get(letter)?.length ?? 0) > 2);
const joinsPrevious = (letter: string | undefined): boolean =>
  letter === STROKE || (letter !== undefined && (shapesOf.get(letter)?.length ?? 0) > 1);

const isMark = (character: string): boolean => /\p{Mn}/u.test(character);

/**
 * Replaces Arabic letters by their joined forms (Unicode §9.2), in reading order. A font without shaping tables would draw
 * each letter in its isolated form. Letters without such a form, and other characters, do not change.
 */
export const arabicShaped = (text: string): string => {
  if (!/\p{Script=Arabic}/u.test(text)) return text;
  const characters = [...text];
  const next = (from: number): number => {
    let at = from + 1;
    while (at < characters.length && isMark(characters[at] ?? '')) at += 1;
    return at;
  };
  let before: string | undefined;
  let shaped = '';
  for (let at = 0; at < characters.length; at += 1) {
    const letter = characters[at] ?? '';
    if (isMark(letter)) {
      shaped += letter;
      continue;
    }
    const pair = `${letter}${characters[at + 1] ?? ''}`;
    const isPair = [...pair].length === 2 && shapesOf.has(pair);
    const shapes = shapesOf.get(isPair ? pair : letter);
    const follows = joinsNext(before) ? 1 : 0;
    const leads = !isPair && joinsNext(letter) && joinsPrevious(characters[next(at)]) ? 2 : 0;
    shaped += shapes?.[follows + leads] ?? letter;
    before = isPair ? characters[at + 1] : letter;
    if (isPair) at += 1;
  }
  return shaped;
};
