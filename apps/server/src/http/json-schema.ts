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

const draft7Of = (schema: z.ZodMiniType): Schema =>
  simplify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', target: 'draft-7' })) as Schema;

/** Makes every member optional. */
const withoutRequired = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withoutRequired);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([key, value]) => key !== 'required' || !Array.isArray(value));
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutRequired(value)]));
};

/** Compiled serializers by schema of the contract. Tests start many servers in one process. */
const serializers = new WeakMap<z.ZodMiniType, Serializer>();

/**
 * Returns the serializer of a reply. It writes only declared members, so an undeclared column cannot leak (INV-22). The
 * first reply compiles it. Compiling all of them at the start would take half a second.
 */
export const serializerFor =
  (schema: z.ZodMiniType): Serializer =>
  (value) => {
    let serializer = serializers.get(schema);
    if (!serializer) {
      serializer = fastJson(draft7Of(schema)) as Serializer;
      serializers.set(schema, serializer);
    }
    return serializer(value);
  };

/**
 * Returns the serializer of a stored reply. The release that stored it may lack members that this one declares, and those
 * are left out. Others are dropped as in a new reply (INV-22).
 */
export const storedSerializerFor =
  (schema: z.ZodMiniType): Serializer =>
  (value) => {
    try {
      return serializerFor(schema)(value);
    } catch {
      return (fastJson(withoutRequired(draft7Of(schema)) as Schema) as Serializer)(value);
    }
  };
