import type { Route } from '@foyer/contract/api/route';
import { routes } from '@foyer/contract/api/routes';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inherited } from '../../test/bad-bodies.ts';
import { inject } from '../../test/client.ts';
import { customerCalls, customerExamples } from '../../test/contract-walk/customers.ts';
import { callExample, type Example, openSite, patternOf, type Site } from '../../test/contract-walk/example.ts';
import { membersOf } from '../../test/good-bodies.ts';
import { startHarness } from '../../test/harness.ts';
import { documentSchema } from './json-schema.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite(await startHarness());
});
afterEach(() => {
  site.h.log.expectQuiet();
  expect(Object.keys(Object.prototype), 'what every object has').toEqual([]);
});
afterAll(() => site.h.stop());

type Spoil = (example: Example, word: string) => Example;

const inPath = (name: string): Spoil[] =>
  [...name.matchAll(/:(\w+)/g)].map(([, part = '']) => (example, word) => ({
    ...example,
    path: { ...example.path, [part]: word },
  }));

const inQuery = ({ query }: Route): Spoil[] => {
  const { properties = {} } = query ? (documentSchema(query, 'input') as { properties?: object }) : {};
  return Object.keys(properties).map((member) => (example, word) => {
    const asked = new URLSearchParams(example.query);
    asked.set(member, word);
    return { ...example, query: `?${asked}` };
  });
};

const inBody = (name: (typeof customerCalls)[number]): Spoil[] => {
  const { properties = {} } = membersOf(name);
  const texts = Object.keys(properties).filter((member) => properties[member]?.type === 'string');
  return texts.map((member) => (example, word) => ({ ...example, body: { ...example.body, [member]: word } }));
};

const send = (name: (typeof customerCalls)[number], example: Example, spoilt = example) => {
  const { accessToken } = (example.as ?? site.customer).client;
  return callExample(site.h, name, spoilt, { 'x-is-at': accessToken });
};

/**
 * One good call, used until it was accepted: nothing that is refused leaves a trace, so it is still good for the next word,
 * and that it is to the end is seen with `isStillGood`. Whoever guessed before starts anew, so that an answer is always about the word.
 */
const tryWords = (name: (typeof customerCalls)[number]) => {
  let good: Example | null = null;
  return {
    answerTo: async (spoil: Spoil, word: string) => {
      await site.h.database.query('DELETE FROM rate_windows');
      await site.h.database.query('DELETE FROM failure_counters');
      good ??= await customerExamples[name](site);
      const { status, body, text } = await send(name, good, spoil(good, word));
      expect(status, text).toBeLessThan(500);
      if (status < 400) good = null;
      return { status, type: body?.error?.type ?? null };
    },
    isStillGood: async () => {
      if (good) expect((await send(name, good)).status).toBe(good.status);
    },
  };
};

test.each(customerCalls)('[CA-02] what every object has is an unknown name like any other: %s', async (name) => {
  const { answerTo, isStillGood } = tryWords(name);
  for (const spoil of [...inPath(patternOf(name)), ...inQuery(routes[name]), ...inBody(name)]) {
    for (const [word, unknown] of inherited) {
      expect(await answerTo(spoil, word), word).toEqual(await answerTo(spoil, unknown));
    }
  }
  await isStillGood();
});

test('[CA-02] [BY-05] and no language either', async () => {
  for (const [word] of inherited) {
    for (const headers of [{ 'accept-language': word }, { cookie: `language=${word}; foyer-language=${word}` }]) {
      for (const url of ['/', '/api/auth/me', '/api/subscription/plans?product=drive', `/${word}`, `/sandbox/${word}`])
        expect((await inject(site.h.app, { url, headers })).status, url).toBeLessThan(500);
    }
  }
});
