import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const PAGES = path.join(import.meta.dirname, '..');
const BUTTON = /(Button|NextStep)$/;
const BUTTON_TAG = /<\w*Button/;

/** Node of the syntax tree, with the fields that this test reads. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: { readonly name?: string };
  readonly value?: SyntaxNode;
  readonly expression?: SyntaxNode;
  readonly right?: SyntaxNode;
  readonly consequent?: SyntaxNode;
  readonly alternate?: SyntaxNode;
  readonly children?: readonly SyntaxNode[];
  readonly openingElement?: SyntaxNode & { readonly attributes: readonly SyntaxNode[] };
}

/** Attribute of a JSX element as source text; undefined if it has none. */
const attributeOf = ({ openingElement }: SyntaxNode, name: string, text: string): string | undefined => {
  const found = openingElement?.attributes.find((attribute) => attribute.name?.name === name);
  return found?.value && text.slice(found.value.start, found.value.end);
};

const isMain = (element: SyntaxNode, text: string): boolean =>
  /primary|danger/.test(attributeOf(element, 'variant', text) ?? '') ||
  attributeOf(element, 'type', text) === '"submit"';

/** JSX elements of an expression such as `a && <Button />`. The children of a fragment are a separate row. */
const elementsIn = (node: SyntaxNode | undefined): readonly SyntaxNode[] => {
  switch (node?.type) {
    case 'JSXElement':
      return [node];
    case 'JSXExpressionContainer':
      return elementsIn(node.expression);
    case 'LogicalExpression':
      return elementsIn(node.right);
    case 'ConditionalExpression':
      return [...elementsIn(node.consequent), ...elementsIn(node.alternate)];
    default:
      return [];
  }
};

/** Lines of main buttons that stand before another button of their row. */
const reversedIn = (file: string, text: string): readonly string[] => {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    const { type, children = [] } = node as SyntaxNode;
    if (type === 'JSXElement' || type === 'JSXFragment') {
      const row = children.flatMap(elementsIn).filter((one) => BUTTON.test(one.openingElement?.name?.name ?? ''));
      const lastOther = row.findLastIndex((element) => !isMain(element, text));
      for (const element of row.slice(0, Math.max(lastOther, 0)))
        if (isMain(element, text)) found.push(`${file}:${text.slice(0, element.start).split('\n').length}`);
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, text, { preserveParens: false }).program);
  return found;
};

test('in a row of buttons the main one is the last, so that Cancel stands before it', () => {
  const files = readdirSync(PAGES, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'));
  expect(files.length).toBeGreaterThan(200);
  const reversed = files.flatMap((name) => {
    const text = readFileSync(path.join(PAGES, name), 'utf8');
    return BUTTON_TAG.test(text) ? reversedIn(name, text) : [];
  });
  expect(reversed).toEqual([]);
});

test('a main button before another one is found, also in a condition', () => {
  const row = (buttons: string) => reversedIn('row.tsx', `const Row = () => <div>${buttons}</div>;`);
  expect(row('<Button type="submit">Save</Button><LinkButton>Cancel</LinkButton>')).toHaveLength(1);
  expect(row('{a && (<Button variant={a ? "primary" : "quiet"} />)}{b ? <Button /> : null}')).toHaveLength(1);
  expect(row('<LinkButton>Cancel</LinkButton><Button type="submit">Save</Button>')).toEqual([]);
  expect(row('{a ? <><Button variant="danger" /></> : <><Button /></>}')).toEqual([]);
});
