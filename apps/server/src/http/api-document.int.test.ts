import type { Route } from '@foyer/contract/api/route';
import { routes } from '@foyer/contract/api/routes';
import { errorStatus } from '@foyer/contract/vocabulary/error-types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fromJSONSchema } from 'zod';
import { inject } from '../../test/client.ts';
import { customerCalls, customerExamples } from '../../test/contract-walk/customers.ts';
import {
  allCalls,
  type CustomerCall,
  callExample,
  documentedPath,
  methodOf,
  openSite,
  type Site,
} from '../../test/contract-walk/example.ts';
import { startHarness } from '../../test/harness.ts';
import { routeOf, specifiedCalls } from '../../test/specified-calls.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite(await startHarness());
});
afterEach(() => site.h.log.expectQuiet());
afterAll(() => site.h.stop());

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Record<string, { readonly schema: JsonSchema }>;
  };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: JsonSchema }> }>;
}

type JsonSchema = Parameters<typeof fromJSONSchema>[0];

const readDocument = async () => {
  const { body } = await inject<{
    openapi: string;
    info: { title: string; version: string; description: string };
    components: { schemas: Record<string, JsonSchema> };
    paths: Record<string, Record<string, Operation>>;
  }>(site.h.app, { url: '/api/openapi.json' });
  return body;
};

const memberAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, member) => (value as Record<string, unknown> | undefined)?.[member], body);

describe('[CA-01] every call of the product specification', () => {
  test.each(specifiedCalls)('$purpose, $method $service $shape', async (specified) => {
    const name = routeOf(specified, customerCalls) as CustomerCall | undefined;
    expect(name, 'the contract has it under this method and path').toBeDefined();
    if (!name) return;
    const route: Route = routes[name];
    for (const payload of specified.payloads ?? []) expect(route.body?.parse(payload)).toMatchObject(payload);
    if (specified.payloads) expect(route.body).toBeDefined();
    // One that they list without a body works without: what we take in it may be left out.
    else expect(route.body?.safeParse({}).success ?? true).toBe(true);
    if (specified.query) expect(route.query?.parse(specified.query)).toEqual(specified.query);

    const document = await readDocument();
    const [, methods] = Object.entries(document.paths).find(([path]) => path === documentedPath(name)) ?? [];
    const operation = methods?.[specified.method.toLowerCase()];
    const inDocument = operation?.requestBody?.content['application/json']?.schema;
    if (!specified.payloads)
      expect(operation?.requestBody?.required ?? false, 'nor does the document want one').toBe(false);
    for (const payload of specified.payloads ?? [])
      expect(inDocument && fromJSONSchema(inDocument).parse(payload), 'the document takes it too').toMatchObject(
        payload,
      );

    const example = await customerExamples[name](site);
    const caller = example.as ?? site.customer;
    const query = specified.query ? `?${new URLSearchParams(specified.query)}` : (example.query ?? '');
    const reply = await callExample(site.h, name, { ...example, query }, { 'x-is-at': caller.client.accessToken });
    expect(reply.status, reply.text).toBe(example.status);
    const answer = operation?.responses[example.status]?.content?.['application/json']?.schema;
    expect(answer === undefined, 'an answer without content is said to be one').toBe(reply.text === '');
    if (answer) expect(fromJSONSchema(answer).safeParse(reply.body)).toMatchObject({ success: true });
    for (const path of specified.answers ?? []) expect(memberAt(reply.body, path), path).not.toBeUndefined();
  });
});

test('[CA-01] the API document is a valid one: parameters stand in its paths, references lead somewhere, schemas can be read', async () => {
  const document = await readDocument();
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect([document.info.title, document.info.version]).toEqual(['Foyer', '0.0.0']);
  expect(document.info.description).toContain('A `product` is one of: drive, scope, iot.');
  for (const [path, methods] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    for (const [method, { parameters, requestBody, responses }] of Object.entries(methods)) {
      const label = `${method} ${path}`;
      expect(['get', 'post', 'put', 'patch', 'delete'], label).toContain(method);
      const declared = parameters.filter((parameter) => parameter.in === 'path');
      expect(declared.map((parameter) => parameter.name).sort(), label).toEqual(inPath.sort());
      expect(
        declared.every(({ required }) => required),
        label,
      ).toBe(true);
      expect(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(parameters.length);
      expect(
        Object.keys(responses).every((status) => /^[1-5]\d\d$/.test(status)),
        label,
      ).toBe(true);
      const contents = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}));
      for (const { schema } of contents) {
        const reference = (schema as { $ref?: string }).$ref;
        if (reference) expect(document.components.schemas, label).toHaveProperty(reference.split('/').at(-1) ?? '');
        else expect(() => fromJSONSchema(schema), label).not.toThrow();
      }
    }
  }
});

test('[CA-01] the API document lists exactly the calls of the contract', async () => {
  const { body } = await inject<{ paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }>(
    site.h.app,
    { url: '/api/openapi.json' },
  );
  const listed = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(listed.sort()).toEqual(allCalls.toSorted());
  for (const name of allCalls) {
    const { replies, errors, errorStatuses }: Route = routes[name];
    const operation = body.paths[documentedPath(name)]?.[methodOf(name).toLowerCase()];
    const statuses = Object.keys(operation?.responses ?? {});
    const promised = [
      ...Object.keys(replies),
      ...errors.map((type) => String(errorStatuses?.[type] ?? errorStatus[type])),
    ];
    expect(statuses).toEqual(expect.arrayContaining(promised));
  }
});

test('a status of the API outside the contract is none of its own: health, readiness, version', async () => {
  expect((await inject(site.h.app, { url: '/healthz' })).status).toBe(200);
  expect((await inject(site.h.app, { url: '/readyz' })).status).toBe(200);
  expect((await inject<{ version: string }>(site.h.app, { url: '/version' })).body.version).toBe('0.0.0');
});
