/**
 * Tables of the migrations: their columns and unique keys.
 *
 * @typedef {{ columns: Set<string>, keys: Map<string, string[]> }} Table `keys` gives the columns of each unique key. An
 *   expression is the column `(expression)`.
 */

const nameOf = ({ schemaname, relname }) =>
  schemaname && schemaname !== 'public' ? `${schemaname}.${relname}` : relname;
const wordsOf = (nodes = []) => nodes.map((node) => node.String.sval);

const addConstraint = (table, name, constraint, column) => {
  const columns = column ? [column] : wordsOf(constraint.keys);
  const [suffix, ...parts] =
    constraint.contype === 'CONSTR_PRIMARY'
      ? ['pkey']
      : constraint.contype === 'CONSTR_UNIQUE'
        ? ['key', ...columns]
        : [];
  if (suffix) table.keys.set(constraint.conname ?? [name, ...parts, suffix].join('_'), columns);
};

const addElement = (table, name, { ColumnDef: column, Constraint: constraint }) => {
  if (constraint) addConstraint(table, name, constraint);
  if (!column) return;
  table.columns.add(column.colname);
  for (const { Constraint: own } of column.constraints ?? []) addConstraint(table, name, own, column.colname);
};

const dropColumn = (table, column) => {
  table.columns.delete(column);
  for (const [key, columns] of table.keys) if (columns.includes(column)) table.keys.delete(key);
};

const alter = (table, name, { subtype, name: part, def }) => {
  if (subtype === 'AT_AddColumn' || subtype === 'AT_AddConstraint') addElement(table, name, def);
  if (subtype === 'AT_DropColumn') dropColumn(table, part);
  if (subtype === 'AT_DropConstraint') table.keys.delete(part);
};

const rename = (tables, { renameType, relation, subname, newname }) => {
  const table = relation && tables.get(nameOf(relation));
  if (!table) return;
  if (renameType === 'OBJECT_TABLE') {
    tables.delete(nameOf(relation));
    tables.set(newname, table);
  }
  if (renameType === 'OBJECT_COLUMN') {
    table.columns.delete(subname);
    table.columns.add(newname);
    for (const [key, columns] of table.keys)
      table.keys.set(
        key,
        columns.map((column) => (column === subname ? newname : column)),
      );
  }
};

const drop = (tables, { removeType, objects }) => {
  for (const { List: list } of objects) {
    const words = wordsOf(list?.items);
    if (removeType === 'OBJECT_TABLE') tables.delete(words.join('.'));
    if (removeType === 'OBJECT_INDEX') for (const table of tables.values()) table.keys.delete(words.at(-1));
  }
};

const apply = (tables, sequences, { CreateSeqStmt, CreateStmt, AlterTableStmt, IndexStmt, RenameStmt, DropStmt }) => {
  if (CreateSeqStmt) sequences.add(nameOf(CreateSeqStmt.sequence));
  if (CreateStmt) {
    const name = nameOf(CreateStmt.relation);
    const table = { columns: new Set(), keys: new Map() };
    for (const element of CreateStmt.tableElts ?? []) addElement(table, name, element);
    tables.set(name, table);
  }
  if (AlterTableStmt) {
    const name = nameOf(AlterTableStmt.relation);
    const table = tables.get(name);
    if (table) for (const { AlterTableCmd: command } of AlterTableStmt.cmds) alter(table, name, command);
  }
  if (IndexStmt?.unique) {
    const columns = IndexStmt.indexParams.map(({ IndexElem: element }) => element.name ?? '(expression)');
    tables.get(nameOf(IndexStmt.relation))?.keys.set(IndexStmt.idxname, columns);
  }
  if (RenameStmt) rename(tables, RenameStmt);
  if (DropStmt) drop(tables, DropStmt);
};

/**
 * Returns the tables and sequences after all migrations.
 * @param {string[]} migrations texts in their order
 * @param {(sql: string) => { stmts?: object[] }} parse
 * @returns {{ tables: Map<string, Table>, sequences: Set<string> }}
 */
export const readTables = (migrations, parse) => {
  const tables = new Map();
  const sequences = new Set();
  for (const sql of migrations) for (const { stmt } of parse(sql).stmts ?? []) apply(tables, sequences, stmt);
  return { tables, sequences };
};
