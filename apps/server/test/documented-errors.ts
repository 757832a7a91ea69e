import { type RouteName, routes } from '@foyer/contract/api/routes';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';

/** A refusal as it was answered to a test. */
interface Refusal {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly type: string;
}

const refusals = new WeakMap<FastifyInstance, Refusal[]>();

/** Notes a refusal for `expectDocumentedErrors`. */
export const recordRefusal = (app: FastifyInstance, refusal: Refusal): void => {
  const noted = refusals.get(app) ?? [];
  noted.push(refusal);
  refusals.set(app, noted);
};

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
}

const names = Object.keys(routes) as RouteName[];

/** Returns the call that a URL leads to. A path without parameters goes before one with them, as in the router. */
const callOf = ({ method, url }: Refusal): string | undefined => {
  const path = url.split('?')[0] ?? '';
  const fitting = names.filter((name) => {
    const pattern = name
      .slice(name.indexOf(' ') + 1)
      .replaceAll('.', '[.]')
      .replaceAll(/:\w+/g, '[^/]+');
    return name.startsWith(`${method} `) && new RegExp(`^${pattern}$`).test(path);
  });
  return fitting.toSorted((a, b) => a.split(':').length - b.split(':').length)[0];
};

/** Expects each refusal that the app has answered so far in its API document, under its call and status. */
export const expectDocumentedErrors = async (app: FastifyInstance): Promise<void> => {
  const document: Document = (await app.inject({ url: '/api/openapi.json' })).json();
  const missing = new Set<string>();
  for (const refusal of refusals.get(app) ?? []) {
    const name = callOf(refusal);
    if (name === undefined) continue;
    const [method = '', pattern = ''] = name.split(' ');
    const call = document.paths[pattern.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const listed = call?.responses[refusal.status]?.description.split(', ') ?? [];
    if (call && !listed.includes(refusal.type)) missing.add(`${name}: ${refusal.status} ${refusal.type}`);
  }
  expect([...missing].toSorted(), 'refusals that the API document does not list').toEqual([]);
};
