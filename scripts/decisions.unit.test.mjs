import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('../docs/decisions/', import.meta.url);
const readPage = (file) => readFileSync(new URL(file, FOLDER), 'utf8');
const files = readdirSync(FOLDER).filter((file) => file !== 'README.md');
const SECTIONS = ['Context', 'Decision', 'Consequences'];

test('each decision has a unique number, and its title begins with it', () => {
  const numbers = files.map((file) => file.slice(0, 4));
  expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  expect(files.filter((file) => !/^\d{4}-[a-z0-9-]+\.md$/.test(file))).toEqual([]);
  expect(files.filter((file) => !readPage(file).startsWith(`# ${file.slice(0, 4)} `))).toEqual([]);
});

test('each decision has the sections Context, Decision and Consequences, once and in this order', () => {
  const sectionsOf = (file) => [...readPage(file).matchAll(/^\*\*([^*]+)\.\*\*/gm)].map(([, section]) => section);
  expect(files.filter((file) => sectionsOf(file).join() !== SECTIONS.join())).toEqual([]);
});

test('the index links each decision once, by its title', () => {
  const title = (file) => readPage(file).split('\n')[0].slice('# 0000 '.length);
  const linked = [...readPage('README.md').matchAll(/^\| \d+ \| \[(.+)\]\((\d{4}-[^)]+)\) \|/gm)];
  expect(linked.map(([, text, file]) => `${file}: ${text}`)).toEqual(files.map((file) => `${file}: ${title(file)}`));
});
