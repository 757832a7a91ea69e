import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTempFolder } from '../test/temp-folder.ts';
import { readBuildFacts } from './build-facts.ts';

let folder: ReturnType<typeof makeTempFolder>;
beforeEach(() => {
  folder = makeTempFolder('facts');
});
afterEach(() => folder.remove());

test('[SH-14] a built folder says release, commit and time, a clone only its release', () => {
  expect(readBuildFacts(folder.path)).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  const facts = { version: '9.9.9', commit: 'abc', builtAt: '2023-11-14T22:13:20.000Z' };
  writeFileSync(path.join(folder.path, 'build.json'), JSON.stringify(facts));
  expect(readBuildFacts(folder.path)).toEqual(facts);
});
