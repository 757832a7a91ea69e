const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/\/:(\w+)\?/g, '(?:/(?<$1>[^/]+))?')
      .replace(/\/:(\w+)/g, '/(?<$1>[^/]+)')
      .replace(/\/\*$/, '(?:/(?<rest>.*))?')}/?$`,
    'i',
  );

const decoded = (value: string | undefined): string | undefined => {
  try {
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
};

/**
 * Matches a path against a pattern and returns its decoded parameters, or null. `/:id` is one segment, `/:id?` is
 * optional, `(a|b)` is either, and a final `/*` matches the rest as `rest`.
 */
export const matchRoute = (pattern: string, path: string): Readonly<Record<string, string | undefined>> | null => {
  const match = expressionOf(pattern).exec(path);
  return match && Object.fromEntries(Object.entries(match.groups ?? {}).map(([key, value]) => [key, decoded(value)]));
};
