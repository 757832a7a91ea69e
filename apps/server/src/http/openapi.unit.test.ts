import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { makeTempFolder } from '../../test/temp-folder.ts';
import { openApiDocument } from './openapi.ts';

const REDOCLY = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const { path: folder, remove } = makeTempFolder('openapi');
afterAll(remove);

/** Lints a document with the rules that Redocly recommends. Returns its errors as `rule at place`. */
const errorsOf = async (document: object): Promise<string[]> => {
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  // Otherwise Redocly calls its servers.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [REDOCLY, 'lint', '--format=json', '--max-problems=1000', file];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch((error) => error);
  const { problems }: { problems: { ruleId: string; severity: string; location: { pointer: string }[] }[] } =
    JSON.parse(stdout);
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, location }) => `${ruleId} at ${location[0]?.pointer}`);
};

test('[CA-01] Redocly finds no error in the API document, and finds one in a damaged document', {
  timeout: 60_000,
}, async () => {
  const document = openApiDocument('1.0.0', true);
  expect(await errorsOf(document)).toEqual([]);
  const damaged = { ...document, paths: { ...document.paths, '/vendor/v1/accounts/{accountId}': { get: {} } } };
  expect(await errorsOf(damaged)).toContainEqual(expect.stringContaining('/get'));
});

test('[CA-01] the call that can answer 304 names the header that it takes and the one that it returns', () => {
  const { paths } = openApiDocument('1.0.0', true);
  const { get } = paths['/vendor/v1/accounts/{accountId}/entitlements'] as {
    get: { parameters: { name: string; in: string }[]; responses: Record<string, { headers?: object }> };
  };
  expect(get.parameters.map(({ name, in: place }) => `${name} in ${place}`)).toContain('If-None-Match in header');
  for (const status of [200, 304]) expect(Object.keys(get.responses[status]?.headers ?? {})).toEqual(['ETag']);
});

test('[CA-01] bodies of the vendor API are described as closed to unknown fields', () => {
  const { paths } = openApiDocument('1.0.0', true);
  const bodies = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods as Record<string, { requestBody?: { content: object } }>).flatMap(({ requestBody }) =>
      path.startsWith('/vendor/v1/') && requestBody ? [[path, requestBody.content]] : [],
    ),
  );
  expect(bodies.length).toBeGreaterThan(5);
  const closed = { 'application/json': { schema: { type: 'object', additionalProperties: false } } };
  for (const [path, content] of bodies) expect([path, content]).toMatchObject([path, closed]);
});
