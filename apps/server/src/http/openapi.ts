import { OPERATOR_TOKEN_HEADER } from '@foyer/contract/api/operator';
import { errorBody, type Route } from '@foyer/contract/api/route';
import { type RouteName, routes } from '@foyer/contract/api/routes';
import { commonErrors, type ErrorType, errorStatus } from '@foyer/contract/vocabulary/error-types';
import type * as z from 'zod/mini';
import { documentSchema } from './json-schema.ts';
import { viewCalls } from './view-calls.ts';

const json = (schema: unknown) => ({ 'application/json': { schema } });

interface ObjectSchema {
  readonly properties?: Record<string, { readonly description?: string }>;
  readonly required?: readonly string[];
}

const parameters = (schema: z.ZodMiniType | undefined, place: 'path' | 'query') => {
  if (!schema) return [];
  const { properties = {}, required = [] } = documentSchema(schema, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, { description, ...value }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: value,
  }));
};

const keyErrors = ['OPERATION_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'] as const satisfies readonly ErrorType[];

/** True if a call refuses the token of a read-only view. */
const refusesViews = (name: RouteName, { access }: Route): boolean =>
  (access === 'session' || access === 'optional') && !viewCalls.has(name);

/** Errors of a call besides the common ones, with those of its `Idempotency-Key` and of a read-only view. */
export const ownErrorsOf = (name: RouteName, route: Route): readonly ErrorType[] => [
  ...new Set<ErrorType>([
    ...route.errors,
    ...(route.idempotent ? keyErrors : []),
    ...(refusesViews(name, route) ? (['FORBIDDEN'] as const) : []),
  ]),
];

/** Error types of a call by status. */
const refusals = (name: RouteName, route: Route) => {
  const byStatus = new Map<number, ErrorType[]>();
  for (const type of [...commonErrors, ...ownErrorsOf(name, route)]) {
    const status = route.errorStatuses?.[type] ?? errorStatus[type];
    byStatus.set(status, [...(byStatus.get(status) ?? []), type]);
  }
  return [...byStatus].map(([status, types]) => [
    String(status),
    { description: [...new Set(types)].join(', '), content: json({ $ref: '#/components/schemas/Error' }) },
  ]);
};

const contentOf = ({ produces }: Route, schema: z.ZodMiniType) =>
  produces ? { [produces]: { schema: { type: 'string', format: 'binary' } } } : json(documentSchema(schema, 'output'));

const security: Readonly<Record<Route['access'], readonly object[]>> = {
  public: [],
  optional: [],
  session: [{ accessToken: [] }],
  operator: [{ operatorToken: [] }],
  vendor: [{ vendorKey: [] }],
};

/** A missing body counts as an empty object. If that is valid, the body is optional. */
const requestBodyOf = (schema: z.ZodMiniType) => ({
  required: !schema.safeParse({}).success,
  content: json(documentSchema(schema, 'input')),
});

/** A call that can answer 304 takes the tag of an earlier answer, and each answer has its tag. */
const isTagged = ({ replies }: Route): boolean => 304 in replies;

const entityTag = { ETag: { description: 'Tag of this answer, for `If-None-Match`', schema: { type: 'string' } } };

const makeOperation = (name: RouteName, route: Route) => ({
  summary: route.summary,
  security: security[route.access],
  parameters: [
    ...parameters(route.params, 'path'),
    ...parameters(route.query, 'query'),
    ...(route.idempotent
      ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }]
      : []),
    ...(isTagged(route) ? [{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } }] : []),
  ],
  ...(route.body ? { requestBody: requestBodyOf(route.body) } : {}),
  responses: Object.fromEntries([
    ...Object.entries(route.replies).map(([status, schema]) => [
      status,
      {
        description: schema ? 'Done' : 'Done, without content',
        ...(isTagged(route) ? { headers: entityTag } : {}),
        ...(schema ? { content: contentOf(route, schema) } : {}),
      },
    ]),
    ...refusals(name, route),
  ]),
});

/** Cache of operations by route. Tests start many servers in one process. */
const operations = new WeakMap<Route, ReturnType<typeof makeOperation>>();

const operation = (name: RouteName, route: Route) => {
  const known = operations.get(route);
  if (known) return known;
  const made = makeOperation(name, route);
  operations.set(route, made);
  return made;
};

/** Makes the API document from the routes that are served, so that the two cannot differ (CA-01). */
export const openApiDocument = (version: string, sandbox: boolean) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    if (route.sandboxOnly && !sandbox) continue;
    const [method = '', url = ''] = name.split(' ');
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, route) };
  }
  return {
    openapi: '3.1.0',
    // The document is served by the host that it describes.
    servers: [{ url: '/' }],
    info: {
      title: 'Foyer',
      version,
      description:
        'Every call of the account portal. Money is in whole cents, moments are ISO 8601 in UTC. Calls below `/vendor/v1` refuse fields and query parameters that they do not have.',
    },
    components: {
      securitySchemes: {
        accessToken: { type: 'apiKey', in: 'header', name: 'X-IS-AT' },
        operatorToken: { type: 'apiKey', in: 'header', name: OPERATOR_TOKEN_HEADER },
        vendorKey: { type: 'http', scheme: 'bearer', bearerFormat: 'foyer_vk_…' },
      },
      schemas: { Error: documentSchema(errorBody, 'output') },
    },
    paths,
  };
};

/** Adds the keys that a `product` may have. They are data of the catalogue, which an import changes while a server runs. */
export const withFamilies = (document: ReturnType<typeof openApiDocument>, keys: readonly string[]) => ({
  ...document,
  info: { ...document.info, description: `${document.info.description} A \`product\` is one of: ${keys.join(', ')}.` },
});
