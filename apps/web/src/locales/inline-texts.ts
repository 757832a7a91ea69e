import { fileURLToPath } from 'node:url';
import type { types as Babel, NodePath, PluginItem, PluginObj } from '@babel/core';
import { getConfig } from '@lingui/conf';
import { parse, type Select, type Token } from '@messageformat/parser';

/** A text in the code, as the lingui macros describe it. */
interface Described {
  /** Hash of the English text and its context. */
  readonly id: string;
  /** English text in the ICU message format. */
  readonly message: string;
  /** Expressions by the names of their placeholders. */
  readonly values: ReadonlyMap<string, Babel.Expression>;
  /** JSX elements by the names of their tags. */
  readonly elements: ReadonlyMap<string, Babel.JSXElement>;
}

/** Parts of a text in the order of the language. */
type Part =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'value'; readonly value: Babel.Expression }
  | { readonly kind: 'element'; readonly element: Babel.JSXElement; readonly parts: Part[] }
  | {
      readonly kind: 'plural';
      readonly value: Babel.Expression;
      readonly forms: readonly (readonly [string, Part[]])[];
    };

/** Translations by the id of the text. Undefined for English. */
export type Translations = ReadonlyMap<string, string>;

// by name, because tests start in the root of the repository, which has no such file
const configPath = fileURLToPath(new URL('../../lingui.config.ts', import.meta.url));
const pluralModule = fileURLToPath(new URL('../lib/plural.ts', import.meta.url));
const tag = /<(\/?)(\w+)(\/?)>/;

/** Name of the formatted number in the forms of a plural. */
const COUNT = '_count';

/** Puts each text that the lingui macros describe into its place: a string, a template or JSX. */
const inlineTexts =
  (translations: Translations | undefined) =>
  ({ types: t }: { types: typeof Babel }): PluginObj => {
    const propertiesOf = (object: Babel.Node | null | undefined): ReadonlyMap<string, Babel.Node> =>
      new Map(
        (t.isObjectExpression(object) ? object.properties : []).flatMap((property) => {
          if (!t.isObjectProperty(property)) return [];
          const { key, value } = property;
          const name = t.isIdentifier(key)
            ? key.name
            : t.isStringLiteral(key) || t.isNumericLiteral(key)
              ? `${key.value}`
              : '';
          return [[name, value] as const];
        }),
      );

    const stringOf = (node: Babel.Node | undefined): string | undefined => {
      if (t.isStringLiteral(node)) return node.value;
      return t.isTemplateLiteral(node) && !node.expressions.length ? (node.quasis[0]?.value.cooked ?? '') : undefined;
    };

    const describe = (path: NodePath, descriptor: Babel.Node | undefined): Described => {
      const fields = propertiesOf(descriptor);
      const id = stringOf(fields.get('id'));
      const message = stringOf(fields.get('message'));
      if (id === undefined || message === undefined) {
        throw path.buildCodeFrameError('A text of a page must be written in place, with `t`, `Trans` or `Plural`.');
      }
      return {
        id,
        message,
        values: propertiesOf(fields.get('values')) as ReadonlyMap<string, Babel.Expression>,
        elements: propertiesOf(fields.get('components')) as ReadonlyMap<string, Babel.JSXElement>,
      };
    };

    /** Text in the language of the build. */
    const translate = (path: NodePath, { id, message }: Described): string => {
      if (!translations) return message;
      const translated = translations.get(id);
      if (translated) return translated;
      throw path.buildCodeFrameError(`"${message}" has no translation: run "npm run texts -w apps/web".`);
    };

    const partsOf = (path: NodePath, described: Described): Part[] => {
      const text = translate(path, described);
      const fail = (what: string): never => {
        throw path.buildCodeFrameError(`"${text}": ${what}`);
      };
      const findValue = (name: string) => described.values.get(name) ?? fail(`the code has no value {${name}}.`);

      const pluralOf = ({ type, arg, cases, pluralOffset }: Select): Part => {
        if (type !== 'plural' || pluralOffset) fail(`${type} with offset ${pluralOffset ?? 0} is not supported.`);
        return {
          kind: 'plural',
          value: findValue(arg),
          forms: cases.map(({ key, tokens }) => [key.replace('=', ''), fromTokens(tokens)] as const),
        };
      };

      /** Collects the parts until the end of the text, or of the element that has opened last. */
      const fromTokens = (tokens: readonly Token[]): Part[] => {
        const all: Part[] = [];
        /** Elements that are open, innermost last, each with the list that its parts go into. */
        const open: { name: string; parts: Part[] }[] = [];
        const add = (part: Part) => (open.at(-1)?.parts ?? all).push(part);
        const addWords = (words: string): void => {
          const found = tag.exec(words);
          const name = found?.[2] ?? '';
          const element = described.elements.get(name);
          if (!found || !element) {
            if (words) add({ kind: 'words', words });
            return;
          }
          if (found.index) add({ kind: 'words', words: words.slice(0, found.index) });
          if (found[1]) {
            if (open.pop()?.name !== name) fail(`</${name}> closes no element.`);
          } else {
            const parts: Part[] = [];
            add({ kind: 'element', element, parts });
            if (!found[3]) open.push({ name, parts });
          }
          addWords(words.slice(found.index + found[0].length));
        };
        for (const token of tokens) {
          if (token.type === 'content') addWords(token.value);
          else if (token.type === 'octothorpe') add({ kind: 'value', value: t.identifier(COUNT) });
          else if (token.type === 'argument') add({ kind: 'value', value: findValue(token.arg) });
          else if (token.type === 'function')
            fail(`the format "${token.key}" is not supported: format the value in the code.`);
          else add(pluralOf(token));
        }
        if (open.length) fail('an element is not closed.');
        return all;
      };

      return fromTokens(parse(text));
    };

    /** Call of `plural` with one function for each form. */
    const pluralCall = (
      path: NodePath,
      { value, forms }: Part & { kind: 'plural' },
      render: (parts: Part[]) => Babel.Expression,
    ): Babel.Expression => {
      const arrows = forms.map(([category, parts]) =>
        t.objectProperty(t.stringLiteral(category), t.arrowFunctionExpression([t.identifier(COUNT)], render(parts))),
      );
      return t.callExpression(t.identifier(importName(path, 'plural', pluralModule)), [
        t.cloneNode(value),
        t.objectExpression(arrows),
      ]);
    };

    /** String or template of a text without elements. */
    const asString = (path: NodePath, parts: Part[]): Babel.Expression => {
      const strings = [''];
      const expressions: Babel.Expression[] = [];
      for (const part of parts) {
        if (part.kind === 'words') strings.push(`${strings.pop()}${part.words}`);
        else if (part.kind === 'element')
          throw path.buildCodeFrameError('This text is a string, which has no elements.');
        else {
          expressions.push(
            part.kind === 'value' ? t.cloneNode(part.value) : pluralCall(path, part, (form) => asString(path, form)),
          );
          strings.push('');
        }
      }
      if (!expressions.length) return t.stringLiteral(strings[0] ?? '');
      return t.templateLiteral(
        strings.map((words, index) =>
          t.templateElement(
            { raw: words.replaceAll(/[\\`]|\$\{/g, (found) => `\\${found}`), cooked: words },
            index === strings.length - 1,
          ),
        ),
        expressions,
      );
    };

    type Child = Babel.JSXElement['children'][number];

    const asChildren = (path: NodePath, parts: Part[]): Child[] =>
      parts.map((part) => {
        if (part.kind === 'words') return t.jsxExpressionContainer(t.stringLiteral(part.words));
        if (part.kind === 'value') return t.jsxExpressionContainer(t.cloneNode(part.value));
        if (part.kind === 'plural') {
          return t.jsxExpressionContainer(pluralCall(path, part, (form) => asExpression(path, form)));
        }
        const { name, attributes } = t.cloneNode(part.element.openingElement);
        if (!part.parts.length) return t.jsxElement(t.jsxOpeningElement(name, attributes, true), null, []);
        return t.jsxElement(
          t.jsxOpeningElement(name, attributes),
          t.jsxClosingElement(t.cloneNode(name)),
          asChildren(path, part.parts),
        );
      });

    /** Text as one expression: a string if it has only words and counts, else an element or a fragment. */
    const asExpression = (path: NodePath, parts: Part[], key?: Babel.JSXAttribute): Babel.Expression => {
      const isPlain = parts.every(
        (part) => part.kind === 'words' || (part.kind === 'value' && t.isIdentifier(part.value, { name: COUNT })),
      );
      if (isPlain) return asString(path, parts);
      const children = asChildren(path, parts);
      const [only] = children;
      if (!key && children.length === 1) {
        if (t.isJSXElement(only)) return only;
        if (t.isJSXExpressionContainer(only)) return only.expression as Babel.Expression;
      }
      if (!key) return t.jsxFragment(t.jsxOpeningFragment(), t.jsxClosingFragment(), children);
      const name = t.jsxIdentifier(importName(path, 'Fragment', 'react'));
      return t.jsxElement(t.jsxOpeningElement(name, [key]), t.jsxClosingElement(t.cloneNode(name)), children);
    };

    /** Local name of an import, which is added if the module does not have it yet. */
    const importName = (path: NodePath, name: string, source: string): string => {
      const program = path.scope.getProgramParent();
      const known = program.getData(name) as string | undefined;
      if (known) return known;
      const local = program.generateUid(name);
      program.setData(name, local);
      const specifier = t.importSpecifier(t.identifier(local), t.identifier(name));
      (program.block as Babel.Program).body.unshift(t.importDeclaration([specifier], t.stringLiteral(source)));
      return local;
    };

    /** Removes the imports that the macros have added, and returns their local names. */
    const takeImports = (program: NodePath<Babel.Program>): ReadonlyMap<string, string> => {
      const names = new Map<string, string>();
      for (const statement of program.get('body')) {
        if (!statement.isImportDeclaration() || !/^@lingui\/(core|react)$/.test(statement.node.source.value)) continue;
        for (const { local, imported } of statement.node.specifiers as Babel.ImportSpecifier[]) {
          const name = (imported as Babel.Identifier).name;
          if (name !== 'i18n' && name !== 'Trans') {
            throw statement.buildCodeFrameError(`${name} needs lingui in the page. Use \`t\` of @lingui/core/macro.`);
          }
          names.set(local.name, name);
        }
        statement.remove();
      }
      return names;
    };

    const isTrans = (node: Babel.Node, names: ReadonlyMap<string, string>): node is Babel.JSXElement =>
      t.isJSXElement(node) &&
      t.isJSXIdentifier(node.openingElement.name) &&
      names.get(node.openingElement.name.name) === 'Trans';

    const partsOfTrans = (path: NodePath, { openingElement }: Babel.JSXElement): Part[] => {
      const spread = openingElement.attributes.find((attribute) => t.isJSXSpreadAttribute(attribute));
      return partsOf(path, describe(path, spread?.argument));
    };

    return {
      name: 'foyer-inline-texts',
      visitor: {
        Program: {
          exit(program) {
            const names = takeImports(program);
            if (!names.size) return;
            program.traverse({
              CallExpression: {
                exit(path) {
                  const { callee, arguments: given } = path.node;
                  if (!t.isMemberExpression(callee) || !t.isIdentifier(callee.object)) return;
                  if (names.get(callee.object.name) !== 'i18n') return;
                  path.replaceWith(asString(path, partsOf(path, describe(path, given[0]))));
                },
              },
              'JSXElement|JSXFragment': {
                exit(path) {
                  const node = path.node as Babel.JSXElement | Babel.JSXFragment;
                  node.children = node.children.flatMap((child) =>
                    isTrans(child, names) ? asChildren(path, partsOfTrans(path, child)) : child,
                  );
                  // the parent puts a text among its children
                  if (!isTrans(node, names) || path.parentPath?.isJSXElement() || path.parentPath?.isJSXFragment())
                    return;
                  const key = node.openingElement.attributes.find((attribute) => t.isJSXAttribute(attribute));
                  path.replaceWith(asExpression(path, partsOfTrans(path, node), key));
                },
              },
            });
          },
        },
      },
    };
  };

/**
 * Babel plugins for the texts of a language: the lingui macros, then the plugin above. So no page carries a catalogue,
 * ids or a parser of messages. A text without a translation fails the build.
 */
export const textPlugins = (translations: Translations | undefined): PluginItem[] => [
  ['@lingui/babel-plugin-lingui-macro', { linguiConfig: getConfig({ configPath }), stripMessageField: false }],
  inlineTexts(translations),
];
