/**
 * Kinds of references in comments, test titles and documents, each with the documents that declare its ids. `documents`
 * is empty while no document of the repository has the ids; such references may only become fewer (baseline.json).
 */

// `pattern` matches one reference. Its first group, else the whole match, holds the id.
// `id` matches each of several ids in that group.
// `strings` also matches at the start of a text in code, because messages begin with the id.
// `only` and `except` limit the kind to paths, because one spelling means two things.
// `declared` reads the ids from the names of files.
// `outside` is a standard that is published elsewhere. Its references are counted and not checked.

const INVARIANTS = ['docs/domain.md', 'docs/security.md'];
const DUTY_PAGES = /^docs\/(?:asvs|security)\.md$/;

/**
 * Section of a former design document: `billing.md §2.3`, `threats §2`, or `billing.md` alone. Not the end of another
 * file name, as in `0010-a-build-per-language.md`.
 */
const sectionsOf = (name) =>
  new RegExp(`(?<![\\w-])${name}(?:\\.md\\b(?:\\s+(?:page\\s+)?§+\\s?[\\d.]+)?|\\s+§+\\s?[\\d.]+)`, 'g');

/** Pages with a table that says where the sections of the former design are now. */
const FORMER_DESIGN_PAGES = /^docs\/(?:domain|security|api)\.md$/;

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
    except: DUTY_PAGES,
  },
  {
    name: 'duty of the installation',
    example: 'D1',
    pattern: /\bD\d{1,2}\b/g,
    documents: ['docs/security.md'],
    only: DUTY_PAGES,
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
  { name: 'issue', example: 'issue 6', pattern: /\bissues? (\d+)\b/gi, documents: [] },
  { name: 'ASVS', example: 'ASVS 6.5.2', pattern: numbersOf('ASVS'), id: /[\d.]+/g, documents: ['docs/asvs.md'] },
  {
    name: 'WCAG',
    example: 'WCAG 2.4.11',
    pattern: numbersOf('WCAG'),
    id: /[\d.]+/g,
    outside: 'https://www.w3.org/TR/WCAG22/',
  },
  { name: 'RFC', example: 'RFC 6238', pattern: /\bRFC (\d+)/g, outside: 'https://www.rfc-editor.org/' },
  { name: 'reading', example: 'readings b4.20', pattern: /\breadings? (b?\d+\.\d+)/gi, documents: [] },
  { name: 'first specification', example: 'seed 1 §8', pattern: /\bseed ([12] §\d+)/gi, documents: [] },
  {
    name: 'section of api.md',
    example: 'api.md §0.3',
    // without a section the page is meant
    pattern: /\bapi(?:\.md)?\s+(?:page\s+)?§+\s?[\d.]+/g,
    documents: [],
    except: FORMER_DESIGN_PAGES,
  },
  ...['billing', 'threats', 'language', 'style'].map((name) => ({
    name: `section of ${name}.md`,
    example: `${name}.md §2.3`,
    pattern: sectionsOf(name),
    documents: [],
    except: FORMER_DESIGN_PAGES,
  })),
];
