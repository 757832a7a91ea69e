/**
 * Makes the tables of address rules out of Google's address data, one `<country>.json` each, as
 * https://chromium-i18n.appspot.com/ssl-address publishes them (docs/data-sources.md):
 *
 *   node scripts/make-address-data.mjs <folder with the files>
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = process.argv[2];
if (!folder) throw new Error('name the folder with the files of the countries');
const project = resolve(import.meta.dirname, '..');

/** Codes that are no countries of ISO 3166-1 and are not lived in under that name; Kosovo, whose code is in wide use, stays. */
const notCountries = ['AC', 'TA', 'ZZ'];
const states = { do_si: 'province', oblast: 'region' };
const LATIN = /^[\p{Script=Latin}\p{P}\d\s]+$/u;

const read = readdirSync(folder)
  .filter((name) => /^[a-z]{2}\.json$/.test(name))
  .map((name) => {
    const country = name.slice(0, 2).toUpperCase();
    return [country, JSON.parse(readFileSync(join(folder, name), 'utf8'))[country]];
  })
  .filter(([country, rules]) => rules && !notCountries.includes(country));
const sorted = read.sort(([a], [b]) => (a < b ? -1 : 1));

const listOf = (text) => (text === undefined ? [] : text.split('~'));

/** What the country's post writes for a state, in letters that any post office abroad reads, and its name. */
const statesOf = (rules) => {
  if (!rules.fmt?.includes('%S')) return [];
  const [names, latin, zips] = [listOf(rules.sub_names), listOf(rules.sub_lnames), listOf(rules.sub_zips)];
  return listOf(rules.sub_keys)
    .map((key, n) => {
      const code = LATIN.test(key) ? key : latin[n] || key;
      return { code, name: latin[n] || (LATIN.test(names[n] ?? '') && names[n]) || code, zips: zips[n] ?? '' };
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
};

const formOf = (country, { fmt = '', require = '', zip, zipex, ...rules }) => {
  const hasState = fmt.includes('%S') && country !== 'GB';
  return {
    ...(zip && { postal: { pin: 'pin', eircode: 'eircode' }[rules.zip_name_type] ?? 'postal' }),
    ...(zip && zipex && { example: zipex.split(',')[0] }),
    ...(hasState && { state: states[rules.state_name_type] ?? rules.state_name_type ?? 'province' }),
    ...(hasState && require.includes('S') && { stateRequired: true }),
    ...(rules.locality_name_type && rules.locality_name_type !== 'city' && { city: rules.locality_name_type }),
  };
};

/**
 * The lines with town (C), state (S) and code (Z) as the post writes them, a line break as `|`. Letters of the country
 * before a code are for mail from abroad, and a town that the post knows by another name is ours.
 */
const townOf = ({ fmt = '', lfmt = fmt }) => {
  const lines = lfmt.replace('SINGAPORE', '%C').replace(/(?<!%)[A-Z]{1,2}[ -]?(?=%Z)/g, '');
  const town = /%C/.test(lines) ? lines : lines.replace('%A, %S', '%C, %S');
  return town
    .split('%n')
    .map((line) =>
      line
        .replaceAll(/%[^CSZ]/g, '')
        .replaceAll('%', '')
        .replaceAll(/ {2,}/g, ' '),
    )
    .map((line) => line.replaceAll(/^[^CSZ]+|[^CSZ]+$/g, '').replace('CS', 'C S'))
    .filter(Boolean)
    .join('|');
};

const SOURCE = `From Google's address data (CC BY 4.0, docs/data-sources.md), by scripts/make-address-data.mjs.`;
const literal = (value) =>
  JSON.stringify(value)
    .replaceAll(/"(\w+)":/g, ' $1: ')
    .replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, text) =>
      text.includes("'") ? `"${text}"` : `'${text.replaceAll('\\"', '"')}'`,
    );

const write = (path, lines) => writeFileSync(join(project, path), `${lines.join('\n')}\n`);

write('packages/contract/src/vocabulary/address-countries.ts', [
  '/** Which parts an address has in each country (AD-03, AD-04): ISO 3166-1, and Kosovo.',
  ` * ${SOURCE} */`,
  "import type { CountryForm } from './address-rules.ts';",
  '',
  'export const addressCountries: Readonly<Record<string, CountryForm>> = {',
  ...sorted.map(([country, rules]) => `  ${country}: ${literal(formOf(country, rules))},`),
  '};',
]);

write('packages/contract/src/vocabulary/address-states.ts', [
  '/** States, provinces and the like as the post of their country writes them: `CA California`, or only a name.',
  ` * ${SOURCE} */`,
  'const lists: Readonly<Record<string, string>> = {',
  ...sorted.flatMap(([country, rules]) => {
    const list = statesOf(rules).map(({ code, name }) => (code === name ? name : `${code}=${name}`));
    return list.length > 0 ? [`  ${country}: ${literal(list.join('~'))},`] : [];
  }),
  '};',
  '',
  'export interface State {',
  '  /** What stands in an address. */',
  '  readonly code: string;',
  '  readonly name: string;',
  '}',
  '',
  '/** By name; empty where no list is known, which does not say that there are none. */',
  'export const statesOf = (country: string): readonly State[] =>',
  "  ((Object.hasOwn(lists, country) && lists[country]?.split('~')) || []).map((entry) => {",
  "    const [code = '', name = code] = entry.split('=');",
  '    return { code, name };',
  '  });',
]);

const towns = Map.groupBy(sorted, ([, rules]) => townOf(rules));
towns.delete('');
write('packages/contract/src/vocabulary/address-towns.ts', [
  '/** How the post of each country writes town (C), state (S) and code (Z) under each other; those not named have no rule.',
  ` * ${SOURCE} */`,
  'export const townFormats: Readonly<Record<string, string>> = {',
  ...[...towns].map(([format, list]) => `  '${format}': '${list.map(([country]) => country).join(' ')}',`),
  '};',
]);

write('apps/server/src/adapters/address-data/postal-patterns.ts', [
  '/** What a postal code looks like, and with what it begins in each state of a country.',
  ` * ${SOURCE} */`,
  'export const postalPatterns: Readonly<Record<string, string>> = {',
  ...sorted.flatMap(([country, { zip }]) => (zip ? [`  ${country}: ${literal(zip)},`] : [])),
  '};',
  '',
  '/** In the order of the states of that country. */',
  'export const statePrefixes: Readonly<Record<string, string>> = {',
  ...sorted.flatMap(([country, rules]) => {
    const list = statesOf(rules).map(({ zips }) => zips);
    return list.some(Boolean) ? [`  ${country}: ${literal(list.join('~'))},`] : [];
  }),
  '};',
]);
