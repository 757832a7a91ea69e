import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../bootstrap.mjs';

/**
 * Statement of a source file. `name` is the path of the functions and constants around it. A condition in the text gives
 * several texts.
 *
 * @typedef {{ file: string, name: string, line: number, texts: string[] }} Statement
 */

/** Mark in a text for a part whose value is known only at run time. */
export const UNKNOWN = '\u0001';
const STATEMENT = /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s/;
const MAY_HAVE_SQL = /\.query\b|\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s/;
/** Bounds of the values of one expression and of the depth of calls, so that a mistake cannot run forever. */
const MOST_TEXTS = 16;
const MOST_DEPTH = 40;

/** Reads the source file of an import; null for packages that are not ours. */
const fileOfImport = (from, specifier) => {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  const [, name, rest] = /^@foyer\/(contract|domain)\/(.+)$/.exec(specifier) ?? [];
  return name ? `packages/${name}/src/${rest}.ts` : null;
};

/** Reads files once. `sources` replaces files of the project in tests. */
const makeReader = (sources) => {
  const files = new Map();
  return (file, isRead = /(?:)/) => {
    if (!files.has(file)) {
      const whole = path.join(ROOT, file);
      const text = sources[file] ?? (existsSync(whole) ? readFileSync(whole, 'utf8') : null);
      if (text !== null && !isRead.test(text)) return null;
      files.set(file, text === null ? null : ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    }
    return files.get(file);
  };
};

const isFunction = (node) =>
  ts.isArrowFunction(node) || ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node);

const declaredIn = (statements, name) => {
  for (const statement of statements) {
    if (ts.isVariableStatement(statement))
      for (const declaration of statement.declarationList.declarations)
        if (ts.isIdentifier(declaration.name) && declaration.name.text === name) return declaration.initializer;
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
  }
  return undefined;
};

/** Finds the node that a name stands for: a constant, a function, or one of another file. */
const findDeclaration = (name, at, readFile) => {
  for (let node = at.parent; node; node = node.parent) {
    if (isFunction(node) && node.parameters.some((parameter) => namesOf(parameter.name).includes(name)))
      return undefined;
    if (ts.isBlock(node) || ts.isSourceFile(node)) {
      const found = declaredIn(node.statements, name);
      if (found) return found;
    }
  }
  const file = at.getSourceFile();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !statement.importClause?.namedBindings) continue;
    if (!ts.isNamedImports(statement.importClause.namedBindings)) continue;
    const found = statement.importClause.namedBindings.elements.find((element) => element.name.text === name);
    const target = found && fileOfImport(file.fileName, statement.moduleSpecifier.text);
    const source = target ? readFile(target) : null;
    if (source) return declaredIn(source.statements, (found.propertyName ?? found.name).text);
  }
  return undefined;
};

const namesOf = (binding) =>
  ts.isIdentifier(binding)
    ? [binding.text]
    : binding.elements.flatMap((element) => (ts.isBindingElement(element) ? namesOf(element.name) : []));

const unwrap = (node) => {
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isNonNullExpression(inner)
  )
    inner = inner.expression;
  return inner;
};

/** Every combination of one value of each list. */
const combine = (lists) =>
  lists.reduce((made, list) => made.flatMap((head) => list.map((one) => [...head, one])).slice(0, MOST_TEXTS), [[]]);

/**
 * Returns the possible values of an expression: texts, lists (arrays), and `{ node, scope }` for objects and functions.
 * `scope` has the values of parameters. `used` collects the texts that became parts of other texts.
 */
const makeEvaluator = (readFile, used) => {
  const evaluate = (expression, scope, depth = 0) => {
    if (depth > MOST_DEPTH) return [UNKNOWN];
    const node = unwrap(expression);
    const again = (inner, innerScope = scope) => evaluate(inner, innerScope, depth + 1);
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) {
      used.add(node);
      return [node.text];
    }
    if (ts.isTemplateExpression(node)) {
      used.add(node);
      const spans = node.templateSpans.map((span) =>
        again(span.expression).map((value) => (typeof value === 'string' ? value : UNKNOWN) + span.literal.text),
      );
      return combine([[node.head.text], ...spans]).map((parts) => parts.join(''));
    }
    if (ts.isConditionalExpression(node)) return [...again(node.whenTrue), ...again(node.whenFalse)];
    if (ts.isBinaryExpression(node)) {
      const sides = () => [again(node.left), again(node.right)];
      if (node.operatorToken.kind === ts.SyntaxKind.PlusToken)
        return combine(sides()).map(([left, right]) =>
          [left, right].map((side) => (typeof side === 'string' ? side : UNKNOWN)).join(''),
        );
      return [UNKNOWN];
    }
    if (ts.isArrayLiteralExpression(node)) return combine(node.elements.map((element) => again(element)));
    if (ts.isObjectLiteralExpression(node) || isFunction(node)) return [{ node, scope }];
    if (ts.isIdentifier(node)) {
      if (scope.has(node.text)) return scope.get(node.text);
      const found = findDeclaration(node.text, node, readFile);
      return found ? again(found, new Map()) : [UNKNOWN];
    }
    if (ts.isPropertyAccessExpression(node))
      return again(node.expression).flatMap((value) => {
        const member = value.node?.properties?.find((property) => property.name?.text === node.name.text);
        if (member && ts.isPropertyAssignment(member)) return again(member.initializer, value.scope);
        return [UNKNOWN];
      });
    if (ts.isElementAccessExpression(node))
      return again(node.expression).flatMap((value) =>
        (value.node?.properties ?? []).flatMap((property) =>
          ts.isPropertyAssignment(property) ? again(property.initializer, value.scope) : [UNKNOWN],
        ),
      );
    if (ts.isCallExpression(node)) return call(node, scope, again);
    return [UNKNOWN];
  };

  const callFunction = (made, values, again) => {
    const inner = new Map(made.scope);
    made.node.parameters.forEach((parameter, index) => {
      const given = values[index] ?? (parameter.initializer ? again(parameter.initializer, made.scope) : [UNKNOWN]);
      if (ts.isIdentifier(parameter.name)) inner.set(parameter.name.text, given);
      else
        for (const element of parameter.name.elements) {
          if (!ts.isBindingElement(element) || !ts.isIdentifier(element.name)) continue;
          const key = (element.propertyName ?? element.name).text;
          inner.set(
            element.name.text,
            given.flatMap((value) => {
              const member = value.node?.properties?.find((property) => property.name?.text === key);
              return member && ts.isPropertyAssignment(member) ? again(member.initializer, value.scope) : [UNKNOWN];
            }),
          );
        }
    });
    const { body } = made.node;
    if (!body) return [UNKNOWN];
    if (!ts.isBlock(body)) return again(body, inner);
    for (const statement of body.statements) {
      if (ts.isVariableStatement(statement))
        for (const declaration of statement.declarationList.declarations)
          if (ts.isIdentifier(declaration.name) && declaration.initializer)
            inner.set(declaration.name.text, again(declaration.initializer, inner));
      if (ts.isReturnStatement(statement) && statement.expression) return again(statement.expression, inner);
    }
    return [UNKNOWN];
  };

  const call = (node, scope, again) => {
    const callee = unwrap(node.expression);
    if (ts.isPropertyAccessExpression(callee)) {
      const lists = again(callee.expression, scope);
      if (callee.name.text === 'join' && lists.every(Array.isArray)) {
        const [separators] = node.arguments.length > 0 ? [again(node.arguments[0], scope)] : [[',']];
        return lists.map((list) => list.map((one) => (typeof one === 'string' ? one : UNKNOWN)).join(separators[0]));
      }
      if (callee.name.text === 'map' && lists.every(Array.isArray)) {
        const [made] = again(node.arguments[0], scope);
        if (made?.node && isFunction(made.node))
          return lists.flatMap((list) => combine(list.map((one) => callFunction(made, [[one]], again))));
      }
      if (['trim', 'trimEnd'].includes(callee.name.text)) return lists;
    }
    const values = node.arguments.map((argument) => again(argument, scope));
    return again(callee, scope).flatMap((made) =>
      made.node && isFunction(made.node) ? callFunction(made, values, again) : [UNKNOWN],
    );
  };

  return evaluate;
};

/** Names of the constants, functions and members around a node, outermost first. */
const nameOf = (node) => {
  const names = [];
  for (let at = node.parent; at; at = at.parent) {
    if ((ts.isVariableDeclaration(at) || ts.isPropertyAssignment(at) || ts.isMethodDeclaration(at)) && at.name?.text)
      names.unshift(at.name.text);
    if (ts.isFunctionDeclaration(at) && at.name) names.unshift(at.name.text);
  }
  return names.join('.') || 'file';
};

const isStatement = (node) =>
  (ts.isStringLiteralLike(node) && STATEMENT.test(node.text)) ||
  (ts.isTemplateExpression(node) && STATEMENT.test(node.head.text));

/** Argument of `….query(text)`; undefined for every other node. */
const queried = (node) =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'query'
    ? node.arguments[0]
    : undefined;

/** A function that passes its own parameter on, such as `(text) => sql.query(text)`, has no text to read. */
const isParameter = (node) => {
  if (!ts.isIdentifier(node)) return false;
  for (let at = node.parent; at; at = at.parent)
    if (
      (isFunction(at) || ts.isMethodDeclaration(at)) &&
      at.parameters.some(({ name }) => namesOf(name).includes(node.text))
    )
      return true;
  return false;
};

/**
 * Reads the SQL statements of TypeScript files without running them: texts that begin as one, and the argument of `query`.
 * Constants, imports, conditions and plain functions in a text are followed. A text that is only a part of another text is
 * not a statement.
 * @param {string[]} files paths from the root
 * @param {Record<string, string>} sources texts that replace files, for tests
 * @returns {Statement[]}
 */
export const readStatements = (files, sources = {}) => {
  const readFile = makeReader(sources);
  const parts = new Set();
  const evaluatePart = makeEvaluator(readFile, parts);
  const evaluate = makeEvaluator(readFile, new Set());
  const found = [];
  for (const file of files) {
    const source = readFile(file, MAY_HAVE_SQL);
    if (!source) continue;
    const visit = (node) => {
      if (ts.isTemplateSpan(node)) evaluatePart(node.expression, new Map());
      if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
        for (const side of [node.left, node.right]) evaluatePart(side, new Map());
      const text = queried(node);
      if (text && !isStatement(unwrap(text)) && !isParameter(unwrap(text))) found.push(unwrap(text));
      if (isStatement(node)) found.push(node);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  const seen = new Set();
  const isNew = ({ texts }) => {
    const id = texts.join('\0');
    if (texts.length > 0 && !id.includes(UNKNOWN) && seen.has(id)) return false;
    seen.add(id);
    return true;
  };
  return found
    .filter((node) => !parts.has(node))
    .map((node) => {
      const source = node.getSourceFile();
      return {
        file: source.fileName,
        name: nameOf(node),
        line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
        texts: [...new Set(evaluate(node, new Map()).filter((value) => typeof value === 'string'))],
      };
    })
    .filter(isNew);
};
