/** Kinds of references in comments, test titles and documents, each with the documents that declare its ids. */

// `pattern` matches one reference. Its first group, else the whole match, holds the id.
// `id` matches each of several ids in that group.
// `strings` also matches at the start of a text in code, because messages begin with the id.
// `only` and `except` limit the kind to paths, because one spelling means two things.
// `declared` reads the ids from the names of files.
// `isPath`: the id is a path of the repository.
// `instead` tells what to write when a reference does not resolve.
// `outside` is a standard that is published elsewhere. Its references are counted and not checked.

const INVARIANTS = ['docs/domain.md', 'docs/security.md'];
const PAGES = /^(?:README|CONTRIBUTING|docs\/(?:[\w-]+\/)?[\w-]+)\.md$/;

/**
 * Migrations with references that do not resolve: those of 1.0.651 (0001 to 0031), and 0042, which names a former
 * document. None can be edited, because the server checks the hash of each applied file and refuses to start.
 */
const UNEDITABLE = /^apps\/server\/migrations\/(?:00(?:[0-2]\d|3[01])-|0042-append-only-security-events\.sql$)/;

/** `c`, `b/c` and `a/b/c` of the path `a/b/c`. */
const endsOf = (path) => {
  const names = path.split('/');
  return names.map((_, index) => names.slice(index).join('/'));
};

/** Ids of a standard: `ASVS 6.5.2`, `ASVS 6.5.2, 11.5.1`, `ASVS 6.5.2 and 11.5.1`. */
const numbersOf = (name) => new RegExp(`\\b${name} (\\d+(?:\\.\\d+){2}(?:(?:, | and )\\d+(?:\\.\\d+){2})*)`, 'g');

export const KINDS = [
  { name: 'requirement', example: 'SH-01', pattern: /\b[A-Z]{2}-\d{2}\b/g, documents: ['docs/requirements.md'] },
  {
    name: 'invariant',
    example: 'INV-16',
    pattern: /\bINV-\d+\b/g,
    strings: /(?<=['"`])INV-\d+\b/g,
    documents: INVARIANTS,
  },
  {
    name: 'billing invariant',
    example: 'I26',
    pattern: /\bI\d{1,2}\b/g,
    strings: /(?<=['"`])I\d{1,2}\b/g,
    documents: INVARIANTS,
  },
  { name: 'subscription case', example: 'S7', pattern: /\bS\d{1,2}\b/g, documents: ['docs/domain.md'] },
  {
    name: 'billing decision',
    example: 'D9',
    pattern: /\bD\d{1,2}\b/g,
    documents: ['docs/domain.md'],
  },
  {
    name: 'duty of the installation',
    example: 'DUTY-1',
    pattern: /\bDUTY-\d+\b/g,
    documents: ['docs/security.md'],
  },
  {
    name: 'finding of a review',
    example: 'H1, L13, F1, O16',
    pattern: /\b[HMLFBO]\d{1,2}\b/g,
    documents: ['docs/security.md'],
  },
  {
    name: 'decision page',
    example: 'decision 12',
    pattern: /\bdecisions? (\d+(?:(?:, | and )\d+)*)/gi,
    id: /\d+/g,
    documents: ['docs/decisions'],
    declared: ({ paths }) => paths.flatMap((path) => path.match(/^docs\/decisions\/0*(\d+)-/)?.[1] ?? []),
  },
  { name: 'ASVS', example: 'ASVS 6.5.2', pattern: numbersOf('ASVS'), id: /[\d.]+/g, documents: ['docs/asvs.md'] },
  {
    name: 'WCAG',
    example: 'WCAG 2.4.11',
    pattern: numbersOf('WCAG'),
    id: /[\d.]+/g,
    outside: 'https://www.w3.org/TR/WCAG22/',
  },
  { name: 'RFC', example: 'RFC 6238', pattern: /\bRFC (\d+)/g, outside: 'https://www.rfc-editor.org/' },
  {
    name: 'path',
    example: '`docs/api.md`',
    pattern: /`((?:apps|packages|e2e|scripts|catalog|bench|drills|docs)\/[^`\s]*)`/g,
    only: PAGES,
    isPath: true,
    instead: 'the path of a file or folder of the repository',
  },
  {
    name: 'file name',
    example: '`serve.ts` or `http/serve.ts`',
    pattern:
      /`((?!(?:apps|packages|e2e|scripts|catalog|bench|drills|docs)\/)[\w-][\w.-]*(?:\/[\w.-]+)*\.(?:tsx?|mjs|css|sql|ya?ml))`/g,
    only: PAGES,
    declared: ({ paths }) => paths.flatMap(endsOf),
    instead: 'the end of a path of the repository',
  },
  {
    name: 'document',
    example: 'docs/api.md',
    pattern: /(?<![\w./<>-])(?:[\w-]+\/)*[\w-]+\.md\b/g,
    only: /\.(?:tsx?|mjs|css|sql|ya?ml)$/,
    except: UNEDITABLE,
    declared: ({ paths }) =>
      paths.filter((path) => path.endsWith('.md')).flatMap((path) => [path, path.split('/').at(-1)]),
    instead: 'a document of the repository, or the reason in words',
  },
  {
    name: 'former document',
    example: 'threats §2, readings b4.20, seed 1 §8, issue 6',
    pattern:
      /(?<![\w-])(?:api|billing|threats|language|style|seed [12])(?:\.md)?\s+(?:page\s+)?§+\s?[\d.]+|\breadings? b?\d+\.\d+|\bissues? \d+\b/gi,
    except: UNEDITABLE,
    instead: 'the reason in words',
  },
];
