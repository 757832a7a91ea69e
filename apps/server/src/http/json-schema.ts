import fastJson from 'fast-json-stringify';
import * as z from 'zod/mini';

type Schema = Record<string, unknown>;

const isNullType = (schema: Schema): boolean => schema.type === 'null';

/** Rewrites `anyOf [X, null]` as nullable `X`, so that the serializer need not inspect the value to choose a branch. */
const simplify = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(simplify);
  if (typeof node !== 'object' || node === null) return node;
  // Drops `propertyNames`. It only says that names are strings, and the serializer warns about it.
  const entries = Object.entries(node).filter(([key]) => key !== 'propertyNames');
  const schema = Object.fromEntries(entries.map(([key, value]) => [key, simplify(value)])) as Schema;
  const branches = schema.anyOf;
  if (!Array.isArray(branches) || branches.length !== 2) return schema;
  const other = branches.find((branch: Schema) => !isNullType(branch)) as Schema | undefined;
  if (!other || !branches.some(isNullType)) return schema;
  const { anyOf: _anyOf, ...rest } = schema;
  return { ...rest, ...other, nullable: true };
};

/** JSON Schema of a contract schema in the API document. */
export const documentSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Schema;

type Serializer = (value: unknown) => string;

/** One serializer for each schema of the contract. Compiling takes a quarter of a start, and tests start many servers. */
const serializers = new WeakMap<z.ZodMiniType, Serializer>();

/** Returns the serializer of a reply. It writes only declared members, so an undeclared column cannot leak (INV-22). */
export const serializerFor = (schema: z.ZodMiniType): Serializer => {
  const known = serializers.get(schema);
  if (known) return known;
  const draft7 = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', target: 'draft-7' });
  const serializer = fastJson(simplify(draft7) as Schema) as Serializer;
  serializers.set(schema, serializer);
  return serializer;
};
