/**
 * Exceptions: reason → unique keys, and reason → file → entries of statements. An entry that is listed twice stands for two
 * statements.
 *
 * @typedef {{ keys: Record<string, string[]>, statements: Record<string, Record<string, string[]>> }} Exceptions
 * @typedef {{ keys: string[], crossing: { file: string, entry: string }[] }} Findings
 */

const idOf = ({ file, entry }) => `${file} ${entry}`;

/** Counts equal entries, and takes one at a time. */
const makeStock = (entries) => {
  const counts = new Map();
  for (const entry of entries) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  return (entry) => {
    const left = counts.get(entry) ?? 0;
    if (left > 0) counts.set(entry, left - 1);
    return left > 0;
  };
};

const listedKeys = (exceptions) => Object.values(exceptions.keys).flat();
const listedStatements = (exceptions) =>
  Object.values(exceptions.statements).flatMap((files) =>
    Object.entries(files).flatMap(([file, entries]) => entries.map((entry) => ({ file, entry }))),
  );

/**
 * Compares findings with the list.
 * @param {Findings} findings
 * @param {Exceptions} exceptions
 */
export const compareWithExceptions = ({ keys, crossing }, exceptions) => {
  const isKeyListed = makeStock(listedKeys(exceptions));
  const isListed = makeStock(listedStatements(exceptions).map(idOf));
  const isKeyFound = makeStock(keys);
  const isFound = makeStock(crossing.map(idOf));
  return {
    newKeys: keys.filter((key) => !isKeyListed(key)),
    newStatements: crossing.filter((one) => !isListed(idOf(one))),
    unused: [
      ...listedKeys(exceptions).filter((key) => !isKeyFound(key)),
      ...listedStatements(exceptions)
        .map(idOf)
        .filter((id) => !isFound(id)),
    ],
  };
};

const withoutEmpty = (record) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => Object.keys(value).length > 0));

/**
 * Returns the list without what is no longer found. Nothing is added, because each exception needs a reason.
 * @param {Findings} findings
 * @param {Exceptions} exceptions
 */
export const dropUnused = ({ keys, crossing }, exceptions) => {
  const isKeyFound = makeStock(keys);
  const isFound = makeStock(crossing.map(idOf));
  const mapValues = (record, change) =>
    withoutEmpty(Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)])));
  return {
    keys: mapValues(exceptions.keys, (listed) => listed.filter(isKeyFound)),
    statements: mapValues(exceptions.statements, (files) =>
      mapValues(files, (entries, file) => entries.filter((entry) => isFound(idOf({ file, entry })))),
    ),
  };
};
