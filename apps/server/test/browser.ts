import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { type Answer, inject } from './client.ts';

/** A browser with its cookies, at one host of ours. */
export const openBrowser = (app: FastifyInstance, host = 'localhost') => {
  const cookies = new Map<string, string>();
  const visit = async (url: string): Promise<Answer<unknown>> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await inject(app, { url, headers: { host, ...(cookie ? { cookie } : {}) } });
    const set = answer.headers['set-cookie'] ?? [];
    for (const line of Array.isArray(set) ? set : [String(set)]) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  return { cookies, visit };
};

export const locationOf = ({ headers, status, text }: Answer<unknown>): string => {
  expect(status, text).toBe(302);
  return String(headers.location);
};

/** An address without its origin. */
export const pathOf = (address: string): string => address.slice(new URL(address).origin.length);

/** The portal's intake, taken apart. */
export const intakeOf = (address: string) => {
  const { origin, pathname, search, hash } = new URL(address);
  const [route = '', query = ''] = hash.split('?', 2);
  const parameters = new URLSearchParams(query);
  return { origin, path: pathname, search, route, to: parameters.get('to'), token: parameters.get('token') ?? '' };
};
