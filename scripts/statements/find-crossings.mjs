import { parseSync } from 'libpg-query';

/**
 * Finds in a statement each account table whose rows are not limited to one account or to accounts that the caller names.
 * Equal columns are one group. A table is limited if its column of the account is in a group with a parameter. Conditions
 * below OR and NOT do not count.
 */

/** Groups of equal columns. A group that has a parameter is `given`. */
const makeGroups = () => {
  const parents = new Map();
  const given = new Set();
  const root = (node) => {
    const parent = parents.get(node) ?? node;
    return parent === node ? node : root(parent);
  };
  return {
    join: (left, right) => {
      const [a, b] = [root(left), root(right)];
      if (a === b) return;
      parents.set(a, b);
      if (given.has(a)) given.add(b);
    },
    give: (node) => given.add(root(node)),
    isGiven: (node) => given.has(root(node)),
    areEqual: (left, right) => root(left) === root(right),
  };
};

const nameOf = ({ schemaname, relname }) => (schemaname ? `${schemaname}.${relname}` : relname);
const EQUAL = ['=', 'IS NOT DISTINCT FROM'];

/**
 * @param {string} text
 * @param {{ accountColumn: (table: string) => string | null | undefined, columnsOf: (table: string) => Set<string> | undefined }} tables
 *   `accountColumn` gives null for an account table without the column, and undefined for other tables.
 * @returns {{ crossings: string[], tables: Set<string> }}
 */
export const findCrossings = (text, { accountColumn, columnsOf }) => {
  const groups = makeGroups();
  /** References to account tables, with the node of their column of the account. */
  const references = [];
  const crossings = [];
  const tables = new Set();
  let count = 0;
  const fresh = () => {
    count += 1;
    return `#${count}`;
  };

  /** A row source of a FROM: `nodes` gives the nodes of a column; empty if it has no such column. */
  const tableSource = (range) => {
    const table = nameOf(range);
    tables.add(table);
    const id = fresh();
    const columns = columnsOf(table);
    const source = {
      alias: range.alias?.aliasname ?? range.relname,
      nodes: (column) => (!columns || columns.has(column) ? [`${id}.${column}`] : []),
    };
    const column = accountColumn(table);
    if (column !== undefined)
      references.push({ table, column, node: column === null ? null : `${id}.${column}`, source });
    return source;
  };
  const outputSource = (alias, outputs, names) => ({
    alias,
    nodes: (column) =>
      outputs[names ? names.indexOf(column) : -1]?.nodes ?? outputs.find(({ name }) => name === column)?.nodes ?? [],
  });

  const resolve = (columnRef, scope) => {
    const words = columnRef.fields.map((field) => field.String?.sval);
    const column = words.at(-1);
    const alias = words.at(-2);
    for (let level = scope; level; level = level.outer)
      for (const source of level.sources) {
        if (alias !== undefined && source.alias !== alias) continue;
        const nodes = source.nodes(column);
        if (nodes.length > 0) return nodes;
      }
    return [];
  };

  /** Nodes of an expression that is a column, a parameter, or a subquery with one column. */
  const nodesOf = (expression, scope) => {
    const [kind] = Object.keys(expression ?? {});
    const value = expression?.[kind];
    if (kind === 'ColumnRef') return resolve(value, scope);
    if (kind === 'TypeCast') return nodesOf(value.arg, scope);
    if (kind === 'CollateClause') return nodesOf(value.arg, scope);
    if (kind === 'ParamRef' || kind === 'A_Const') {
      const node = kind === 'ParamRef' ? `$${value.number}` : fresh();
      groups.give(node);
      return [node];
    }
    if (kind === 'FuncCall' && wordsOfName(value.funcname) === 'unnest') {
      const node = fresh();
      groups.give(node);
      return [node];
    }
    if (kind === 'SubLink' && value.subLinkType === 'EXPR_SUBLINK')
      return select(value.subselect.SelectStmt, scope)
        .flatMap(({ nodes }) => nodes)
        .slice(0, 1);
    return [];
  };
  const wordsOfName = (names = []) => names.at(-1)?.String?.sval;

  const joinAll = (left, right) => {
    for (const one of left) for (const other of right) groups.join(one, other);
  };

  /** Adds the equations of a condition, and looks into its subqueries. */
  const readCondition = (condition, scope) => {
    const [kind] = Object.keys(condition ?? {});
    const value = condition?.[kind];
    if (kind === 'BoolExpr' && value.boolop === 'AND_EXPR') {
      for (const part of value.args) readCondition(part, scope);
      return;
    }
    if (
      kind === 'A_Expr' &&
      ['AEXPR_OP', 'AEXPR_NOT_DISTINCT'].includes(value.kind) &&
      (value.kind !== 'AEXPR_OP' || EQUAL.includes(wordsOfName(value.name)))
    ) {
      const { RowExpr: left } = value.lexpr ?? {};
      const { RowExpr: right } = value.rexpr ?? {};
      if (left && right)
        for (const [index, one] of left.args.entries()) joinAll(nodesOf(one, scope), nodesOf(right.args[index], scope));
      else joinAll(nodesOf(value.lexpr, scope), nodesOf(value.rexpr, scope));
      lookInto(
        [value.lexpr, value.rexpr].filter((side) => !side?.SubLink),
        scope,
      );
      return;
    }
    if (kind === 'A_Expr' && ['AEXPR_OP_ANY', 'AEXPR_IN'].includes(value.kind) && wordsOfName(value.name) === '=') {
      if (!hasColumn(value.rexpr)) for (const node of nodesOf(value.lexpr, scope)) groups.give(node);
      lookInto([value.lexpr, value.rexpr], scope);
      return;
    }
    if (kind === 'SubLink' && value.subLinkType === 'ANY_SUBLINK' && !value.operName) {
      const outputs = select(value.subselect.SelectStmt, scope);
      const { RowExpr: row } = value.testexpr;
      for (const [index, one] of (row ? row.args : [value.testexpr]).entries())
        joinAll(nodesOf(one, scope), outputs[index]?.nodes ?? []);
      return;
    }
    lookInto(condition, scope);
  };
  const hasColumn = (node) =>
    node !== null &&
    typeof node === 'object' &&
    ('ColumnRef' in node || 'SubLink' in node || Object.values(node).some(hasColumn));

  /** Reads the subqueries inside an expression. */
  const lookInto = (node, scope) => {
    if (node === null || typeof node !== 'object') return;
    if (node.SelectStmt) {
      select(node.SelectStmt, scope);
      return;
    }
    for (const part of Object.values(node)) lookInto(part, scope);
  };

  const readFrom = (items, scope, conditions) => {
    for (const item of items ?? []) {
      const [kind] = Object.keys(item);
      const value = item[kind];
      if (kind === 'RangeVar') {
        const outputs = value.schemaname ? undefined : findTemporary(value.relname, scope);
        if (outputs)
          scope.sources.push(outputSource(value.alias?.aliasname ?? value.relname, outputs.list, outputs.names));
        else scope.sources.push(tableSource(value));
      } else if (kind === 'JoinExpr') {
        const before = scope.sources.length;
        readFrom([value.larg], scope, conditions);
        const middle = scope.sources.length;
        readFrom([value.rarg], scope, conditions);
        for (const { String: word } of value.usingClause ?? []) {
          const side = (sources) => sources.flatMap((source) => source.nodes(word.sval)).slice(0, 1);
          joinAll(side(scope.sources.slice(before, middle)), side(scope.sources.slice(middle)));
        }
        if (value.quals) conditions.push(value.quals);
      } else if (kind === 'RangeSubselect') {
        const outputs = select(
          value.subquery.SelectStmt,
          value.lateral ? scope : { sources: [], outer: scope.outer, temporary: scope.temporary },
        );
        scope.sources.push(outputSource(value.alias?.aliasname, outputs, wordsOfList(value.alias?.colnames)));
      } else if (kind === 'RangeFunction') {
        const id = fresh();
        lookInto(value.functions, scope);
        const alias = value.alias?.aliasname;
        const names = wordsOfList(value.alias?.colnames) ?? (isRecordset(value) ? null : [alias]);
        scope.sources.push({
          alias,
          nodes: (column) => {
            if (names && !names.includes(column)) return [];
            const node = `${id}.${column}`;
            groups.give(node);
            return [node];
          },
        });
      }
    }
  };
  const wordsOfList = (list) => (list?.length > 0 ? list.map(({ String: word }) => word.sval) : undefined);
  const isRecordset = (range) => JSON.stringify(range.functions).includes('recordset');
  const findTemporary = (name, scope) => {
    for (let level = scope; level; level = level.outer)
      if (level.temporary?.has(name)) return level.temporary.get(name);
    return undefined;
  };

  /** Reads WITH. A recursive query sees the columns of its first part. */
  const readWith = (clause, scope) => {
    for (const { CommonTableExpr: part } of clause?.ctes ?? []) {
      const names = wordsOfList(part.aliascolnames);
      const query = part.ctequery;
      if (clause.recursive && query.SelectStmt?.op && query.SelectStmt.op !== 'SETOP_NONE') {
        const first = select(query.SelectStmt.larg, scope);
        scope.temporary.set(part.ctename, { list: first, names });
        select(query.SelectStmt.rarg, scope);
      } else scope.temporary.set(part.ctename, { list: statement(query, scope), names });
    }
  };

  const newScope = (outer) => ({ sources: [], outer, temporary: new Map() });

  const outputsOf = (targets, scope) =>
    (targets ?? []).flatMap(({ ResTarget: target }) => {
      const { ColumnRef: column } = target.val ?? {};
      if (column?.fields.some((field) => field.A_Star))
        return [...new Set(['id', 'account_id', 'user_id'])].map((name) => ({
          name,
          nodes: resolveStar(name, column, scope),
        }));
      lookIntoTarget(target.val, scope);
      return [{ name: target.name ?? column?.fields.at(-1)?.String?.sval, nodes: nodesOf(target.val, scope) }];
    });
  const resolveStar = (name, column, scope) =>
    resolve({ fields: [...column.fields.slice(0, -1), { String: { sval: name } }] }, scope);
  const lookIntoTarget = (value, scope) => {
    if (value?.SubLink?.subLinkType !== 'EXPR_SUBLINK') lookInto(value, scope);
  };

  /** Tables of one FROM that are limited, but not to the same account. */
  const compareSources = (scope, from) => {
    const own = references.slice(from).filter(({ node, source }) => node !== null && scope.sources.includes(source));
    const [first] = own;
    for (const other of own.slice(1)) if (!groups.areEqual(first.node, other.node)) joined.push([first, other]);
  };
  const joined = [];

  const select = (query, outer) => {
    const scope = newScope(outer);
    readWith(query.withClause, scope);
    if (query.op && query.op !== 'SETOP_NONE') {
      const [left, right] = [select(query.larg, scope), select(query.rarg, scope)];
      return left.map(({ name, nodes }, index) => ({ name, nodes: [...nodes, ...(right[index]?.nodes ?? [])] }));
    }
    const before = references.length;
    const conditions = [];
    if (query.valuesLists)
      return (query.valuesLists[0].List?.items ?? []).map((item, index) => ({
        name: `column${index + 1}`,
        nodes: nodesOf(item, scope),
      }));
    readFrom(query.fromClause, scope, conditions);
    for (const condition of [...conditions, query.whereClause]) readCondition(condition, scope);
    const outputs = outputsOf(query.targetList, scope);
    lookInto([query.havingClause, query.sortClause, query.limitCount], scope);
    compareLater.push(() => compareSources(scope, before));
    return outputs;
  };
  const compareLater = [];

  const insert = (query, outer) => {
    const scope = newScope(outer);
    readWith(query.withClause, scope);
    const table = nameOf(query.relation);
    tables.add(table);
    const columns = (query.cols ?? []).map(({ ResTarget: target }) => target.name);
    const outputs = query.selectStmt ? select(query.selectStmt.SelectStmt, scope) : [];
    const column = accountColumn(table);
    if (column === null) crossings.push(`${table} has no account`);
    else if (column !== undefined && !columns.includes(column)) crossings.push(`${table} without account`);
    scope.sources.push({
      alias: query.relation.alias?.aliasname ?? query.relation.relname,
      nodes: (name) => outputs[columns.indexOf(name)]?.nodes ?? [],
    });
    return outputsOf(query.returningList, scope);
  };

  const change = (query, outer, from) => {
    const scope = newScope(outer);
    readWith(query.withClause, scope);
    const before = references.length;
    scope.sources.push(tableSource(query.relation));
    const conditions = [];
    readFrom(from, scope, conditions);
    for (const condition of [...conditions, query.whereClause]) readCondition(condition, scope);
    lookInto(query.targetList, scope);
    compareLater.push(() => compareSources(scope, before));
    return outputsOf(query.returningList ?? query.returningClause?.exprs, scope);
  };

  const statement = (node, outer) => {
    if (node.SelectStmt) return select(node.SelectStmt, outer);
    if (node.InsertStmt) return insert(node.InsertStmt, outer);
    if (node.UpdateStmt) return change(node.UpdateStmt, outer, node.UpdateStmt.fromClause);
    if (node.DeleteStmt) return change(node.DeleteStmt, outer, node.DeleteStmt.usingClause);
    return [];
  };

  for (const { stmt } of parseSync(text).stmts ?? []) statement(stmt, undefined);
  for (const compare of compareLater) compare();
  for (const { table, column, node } of references) {
    if (column === null) crossings.push(`${table} has no account`);
    else if (!groups.isGiven(node)) crossings.push(`${table} without account`);
  }
  for (const [one, other] of joined)
    if (groups.isGiven(one.node) && groups.isGiven(other.node)) crossings.push(`${one.table} joins ${other.table}`);
  return { crossings: [...new Set(crossings)].sort(), tables };
};
