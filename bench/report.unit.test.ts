import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { replaceWritten } from './report.ts';

const DOCUMENT = path.resolve(import.meta.dirname, '../docs/benchmarks.md');

test('a run replaces the figures of the last run and keeps the text before and after them', () => {
  const document = readFileSync(DOCUMENT, 'utf8');
  const first = replaceWritten(document, 'figures of one run');
  const [before = '', after = ''] = first.split('figures of one run');

  expect(document.startsWith(before)).toBe(true);
  expect(document.endsWith(after)).toBe(true);
  expect(before).toContain('# Benchmarks');
  expect(after).toContain('## Parts measured since');
  expect(first).not.toContain('## This run');
  expect(replaceWritten(first, 'figures of another')).toBe(`${before}figures of another${after}`);
});

test.each([
  ['has no markers', () => 'by hand'],
  ['has lost the second marker', (document: string) => document.replace(/<!-- end.*-->/, '')],
  ['has the markers twice', (document: string) => document + document],
])('a page that %s is refused, so that no text is lost', (_title, change) => {
  expect(() => replaceWritten(change(readFileSync(DOCUMENT, 'utf8')), 'figures')).toThrow(/docs\/benchmarks\.md: put/);
});
