/**
 * Serializes a JSON value by RFC 8785: one spelling, so that equal data has equal bytes to sign. Members are sorted by UTF-16
 * code units, as JavaScript sorts. Numbers and texts are those of `JSON.stringify`.
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
};
