import type { PageProps } from './page-props.ts';

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
 * The parts of a path by the names of a pattern, percent-decoded; null when it is another path. `/:id` is one part,
 * `/:id?` may be missing, `(a|b)` is either, and a last `/*` is everything that follows, by the name `rest`.
 */
export const matchRoute = (pattern: string, path: string): PageProps['params'] | null => {
  const match = expressionOf(pattern).exec(path);
  return match && Object.fromEntries(Object.entries(match.groups ?? {}).map(([key, value]) => [key, decoded(value)]));
};
