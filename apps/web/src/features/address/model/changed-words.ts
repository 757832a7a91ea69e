/** Piece of a line, and whether it differs from the typed line. */
export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const plain = (word: string): string => word.replace(/[.,]/g, '');

/** Splits a suggested line into pieces that are equal to the typed one and pieces that differ. */
export const changedWords = (suggested: string, typed: string): readonly Piece[] => {
  const known = new Set(words(typed).map(plain));
  const pieces: Piece[] = [];
  for (const word of words(suggested)) {
    const changed = !known.has(plain(word));
    const last = pieces.at(-1);
    if (last?.changed === changed) pieces[pieces.length - 1] = { text: `${last.text} ${word}`, changed };
    else pieces.push({ text: word, changed });
  }
  return pieces;
};
