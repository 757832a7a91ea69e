/**
 * Returns every text of a table by its path, so that two languages can be compared. Functions are called with arguments
 * that look the same in every language. Null and false have no text.
 */
export const wordsOf = (table: object, way = ''): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([key, value]: [string, unknown]): (readonly [string, string])[] => {
      const here = `${way}/${key}`;
      if (typeof value === 'string') return [[here, value]];
      if (value === null || value === false) return [];
      if (typeof value === 'function') return [[here, String(value('a1', 'b2', 'c3'))]];
      return [...wordsOf(value as object, here)];
    }),
  );
