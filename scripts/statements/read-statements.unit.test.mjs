import { expect, test } from 'vitest';
import { readStatements, UNKNOWN } from './read-statements.mjs';

const read = (text, others = {}) => readStatements(['apps/a/one.ts'], { 'apps/a/one.ts': text, ...others });
const textsOf = (...parameters) => read(...parameters).map(({ texts }) => texts);

test('a statement has the names around it and its line', () => {
  expect(
    read('const store = {\n  find: async (id) => {\n    const rows = await sql.query(`SELECT 1`);\n  },\n};'),
  ).toEqual([{ file: 'apps/a/one.ts', name: 'store.find.rows', line: 3, texts: ['SELECT 1'] }]);
});

test('constants, imported constants and functions become parts of the text', () => {
  expect(
    textsOf(
      `import { columns as all, limit } from './two.ts';
       const orderBy = (column, way = 'ASC') => \`ORDER BY \${column} \${way}\`;
       sql.query(\`SELECT \${all} FROM t \${orderBy('a')} LIMIT \${limit.most + 1}\`);`,
      {
        'apps/a/two.ts':
          "export const columns = ['a', 'b'].map((name) => name + '.id').join(', ');\nexport const limit = { most: 'x' };",
      },
    ),
  ).toEqual([['SELECT a.id, b.id FROM t ORDER BY a ASC LIMIT x1']]);
});

test('a condition gives both texts', () => {
  expect(textsOf(`const find = (lock) => sql.query(\`SELECT 1\${lock ? ' FOR UPDATE' : ''}\`);`)).toEqual([
    ['SELECT 1 FOR UPDATE', 'SELECT 1'],
  ]);
});

test('a part that is known only at run time is marked', () => {
  expect(textsOf(`const put = (table) => sql.query(\`DELETE FROM \${table} WHERE id = $1\`);`)).toEqual([
    [`DELETE FROM ${UNKNOWN} WHERE id = $1`],
  ]);
});

test('a constant that is queried counts once, and a part of another text does not count', () => {
  expect(
    textsOf(`const part = 'SELECT id FROM a';
      const whole = \`SELECT 1 FROM (\${part}) x\`;
      sql.query(whole);
      sql.query<Row>(whole, [id]);`),
  ).toEqual([['SELECT 1 FROM (SELECT id FROM a) x']]);
});

test('a text that begins with a part is read where it is queried', () => {
  expect(textsOf("const head = 'SELECT 1 FROM t WHERE';\nsql.query(head + ' id = $1');")).toEqual([
    ['SELECT 1 FROM t WHERE id = $1'],
  ]);
});

test('a function that passes its own text on has no statement', () => {
  expect(read('const run = (text, values) => sql.query(text, values);')).toEqual([]);
});
