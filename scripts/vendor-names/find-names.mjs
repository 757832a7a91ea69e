import ts from 'typescript';

/**
 * Finds names of the default catalogue in a source file: in strings, templates, types and JSX text, as whole words. It reads
 * no comments and no identifiers, because a word such as `scope` is also a term of the field.
 *
 * @typedef {{ kind: 'vendor-name', line: number, phrase: string, advice: string }} Finding
 */

const ADVICE = 'read the family or brand of the catalogue: its kind, its flags, its name';

/** Regular expression of the names as whole words. An underscore separates words, as in the id of a plan. */
export const wordsOf = (names) => {
  const escaped = [...new Set(names)].map((name) => name.replaceAll(/[^\w ]/g, '\\$&'));
  return new RegExp(`(?<![A-Za-z0-9])(?:${escaped.join('|')})(?![A-Za-z0-9])`, 'g');
};

const isModuleName = (node) => ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent);

const isText = (node) =>
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isJsxText(node);

/** Texts of a TypeScript file, each with its position. */
const textsOf = (path, source) => {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const found = [];
  const visit = (node) => {
    if (isText(node) && !isModuleName(node)) found.push({ at: node.getStart(file), text: node.text });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

/** A style sheet or page without its comments. Line ends stay, so that lines keep their numbers. */
const withoutComments = (source) =>
  source.replaceAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, (comment) => comment.replaceAll(/[^\n]/g, ' '));

/** @returns {Finding[]} One finding for each name. */
export const findNames = ({ path, text: source }, words) => {
  const texts = /\.tsx?$/.test(path) ? textsOf(path, source) : [{ at: 0, text: withoutComments(source) }];
  return texts.flatMap(({ at, text }) =>
    [...text.matchAll(words)].map((match) => {
      const index = /\.tsx?$/.test(path) ? at : match.index;
      return { kind: 'vendor-name', line: source.slice(0, index).split('\n').length, phrase: match[0], advice: ADVICE };
    }),
  );
};
