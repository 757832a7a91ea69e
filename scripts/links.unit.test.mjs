import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './bootstrap.mjs';
import { readSourceFiles } from './source-files.mjs';

const LINK = /\]\(([^)\s]+)\)/g;
const HEADING = /^#{1,6} +(.+)$/gm;

/** Documents in the folders of the repository and at its root. */
const documents = readSourceFiles({ folders: ['docs'], isRead: /\.md$/, skipped: [] }).concat(
  ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].map((file) => ({
    path: file,
    text: readFileSync(path.join(ROOT, file), 'utf8'),
  })),
);

const withoutCode = (text) => text.replace(/^```[\s\S]*?^```/gm, '');

/** Anchors of a document, as GitHub makes them from headings; a repeated one gets a number. */
const anchorsOf = (text) => {
  const counts = new Map();
  return [...withoutCode(text).matchAll(HEADING)].map(([, heading]) => {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
};

/** Links of a document that lead to no file, or to no heading of a document. */
const brokenLinks = ({ path: from, text }) =>
  [...withoutCode(text).matchAll(LINK)]
    .map(([, target]) => target)
    .filter((target) => {
      if (/^(?:https?|mailto):/.test(target)) return false;
      const [file, anchor] = target.split('#');
      const to = path.join(ROOT, file === '' ? from : path.join(path.dirname(from), file));
      if (!existsSync(to)) return true;
      return anchor !== undefined && to.endsWith('.md') && !anchorsOf(readFileSync(to, 'utf8')).includes(anchor);
    })
    .map((target) => `${from}: ${target}`);

test('each link of a document leads to a file or a heading of the repository', () => {
  expect(documents.length).toBeGreaterThan(50);
  expect(documents.flatMap(brokenLinks)).toEqual([]);
});

test('a link to a missing file or heading is found', () => {
  const text = '[a](nope.md) [b](domain.md#nope) [c](domain.md) [d](https://example.com/nope)';
  expect(brokenLinks({ path: 'docs/x.md', text })).toEqual(['docs/x.md: nope.md', 'docs/x.md: domain.md#nope']);
});
