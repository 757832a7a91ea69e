import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { insideEnvironment, node24, ROOT } from './bootstrap.mjs';

const WEB = path.join(ROOT, 'apps/web');
const CATALOGUE = path.join(WEB, 'src/locales/de.po');

const lines = (text) => new Set(text.split('\n').filter((line) => line.startsWith('msgid')));

/**
 * Prints the texts of the pages that the German catalogue lacks, and those that no page has. A merge can lose a text without
 * a conflict, and the pages of main could then not be built. The extraction writes the catalogue; this puts it back.
 */
export const checkTexts = () => {
  const before = readFileSync(CATALOGUE, 'utf8');
  const program = path.join(ROOT, 'node_modules/@lingui/cli/dist/lingui.js');
  const options = { cwd: WEB, encoding: 'utf8', env: insideEnvironment() };
  const { status, stdout, stderr } = spawnSync(node24(), [program, 'extract', '--clean'], options);
  const after = readFileSync(CATALOGUE, 'utf8');
  if (after !== before) writeFileSync(CATALOGUE, before);
  if (status !== 0) {
    console.log(stderr || stdout);
    return false;
  }
  const has = lines(before);
  const needs = lines(after);
  for (const line of needs) if (!has.has(line)) console.log(`missing: ${line}`);
  for (const line of has) if (!needs.has(line)) console.log(`on no page: ${line}`);
  const isTranslated = !/^msgstr ""\n(?!")/m.test(before); // a long text goes on in the next line
  if (after !== before || !isTranslated)
    console.log('Run `npm run texts -w apps/web`, and translate what is new in apps/web/src/locales/de.po.');
  return after === before && isTranslated;
};
