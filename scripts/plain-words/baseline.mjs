/**
 * Counts of known findings: file → kind → count. They may only shrink.
 *
 * @typedef {Record<string, Record<string, number>>} Baseline
 * @typedef {Record<string, { kind: string, line: number, phrase: string, advice: string }[]>} Findings by file. Files without
 *   findings have an empty list.
 */

const countKinds = (found) => {
  const counts = {};
  for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

/**
 * Compares findings with the baseline.
 * @param {Findings} findings
 * @param {Baseline} baseline
 * @returns `grown`: files and kinds with more findings than allowed; `shrunk`: number of counts that could be lowered.
 */
export const compareWithBaseline = (findings, baseline) => {
  const grown = Object.entries(findings).flatMap(([file, found]) =>
    Object.entries(countKinds(found))
      .filter(([kind, count]) => count > (baseline[file]?.[kind] ?? 0))
      .map(([kind, count]) => ({
        file,
        kind,
        count,
        allowed: baseline[file]?.[kind] ?? 0,
        found: found.filter((one) => one.kind === kind),
      })),
  );
  const shrunk = Object.entries(baseline).flatMap(([file, counts]) => {
    const now = countKinds(findings[file] ?? []);
    return Object.entries(counts).filter(([kind, allowed]) => (now[kind] ?? 0) < allowed);
  }).length;
  return { grown, shrunk };
};

const sumByKind = (baseline) => {
  const sums = {};
  for (const counts of Object.values(baseline))
    for (const [kind, count] of Object.entries(counts)) sums[kind] = (sums[kind] ?? 0) + count;
  return sums;
};

/**
 * Returns the baseline with lower counts. Counts of files that no longer exist may go to files that are not in the baseline,
 * because files are moved and split. The total of a kind never grows. Without a baseline it returns all counts.
 * @param {Findings} findings
 * @param {Baseline | null} baseline
 */
export const shrinkBaseline = (findings, baseline) => {
  const files = Object.keys(findings).sort();
  const dropEmpty = (entries) => Object.fromEntries(entries.filter(([, counts]) => Object.keys(counts).length > 0));
  if (baseline === null) return dropEmpty(files.map((file) => [file, countKinds(findings[file])]));
  const gone = sumByKind(Object.fromEntries(Object.entries(baseline).filter(([file]) => !(file in findings))));
  const lowered = files.map((file) => {
    const counts = Object.entries(countKinds(findings[file])).map(([kind, count]) => {
      if (baseline[file]) return [kind, Math.min(count, baseline[file][kind] ?? 0)];
      const taken = Math.min(count, gone[kind] ?? 0);
      gone[kind] = (gone[kind] ?? 0) - taken;
      return [kind, taken];
    });
    return [file, Object.fromEntries(counts.filter(([, count]) => count > 0))];
  });
  return dropEmpty(lowered);
};
