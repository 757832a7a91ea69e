/** Words for a PO box in several languages. Some need a number after them, possibly without a space. */
const boxes: readonly RegExp[] = [
  /\bp\s*\.?\s*o\s*\.?\s*-?\s*box(?!\p{L})/iu,
  /\bpost(al)?\s+(office\s+)?box(?!\p{L})/iu,
  /\bp\s*\.?\s*o\s*\.?\s*b\s*\.?\s*#?\s*\d/iu,
  /^\s*box\s*#?\s*\d/iu,
  /\b(gpo|locked|private)\s+(box|bag)(?!\p{L})/iu,
  /\b(postfach|postlagernd|postbus|postbox|postboks|postilokero)(?!\p{L})/iu,
  /\bbo[iî]te\s+postale(?!\p{L})/iu,
  /\bb\s*\.?\s*p\s*\.?\s*\d/iu,
  /\b(apartado|casilla)(\s+(de\s+correos?|postal))?\s*(n[º°o.]*\s*)?\d/iu,
  /\b(caixa\s+postal|casella\s+postale|skr\.?\s*poczt|skrytka\s+pocztowa)/iu,
];

/** Tells whether a line names a PO box, where nothing can be delivered to a person (AD-03). */
export const isPoBox = (line: string): boolean => boxes.some((box) => box.test(line));
