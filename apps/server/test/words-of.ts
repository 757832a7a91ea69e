/**
 * Every text of a table of words by the way to it, functions called with arguments that look the same in any language, so
 * that two languages can be held against each other.
 */
export const wordsOf = (table: object, way = ''): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([key, value]: [string, unknown]): (readonly [string, string])[] => {
      const here = `${way}/${key}`;
      if (typeof value === 'string') return [[here, value]];
      if (typeof value === 'function') return [[here, String(value('a1', 'b2', 'c3'))]];
      return [...wordsOf(value as object, here)];
    }),
  );
