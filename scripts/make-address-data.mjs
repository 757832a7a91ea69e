/**
 * Generates the tables of address rules from Google's address data: one `<country>.json` per country, downloaded from
 * https://chromium-i18n.appspot.com/ssl-address (docs/data-sources.md).
 *
 *   node scripts/make-address-data.mjs <folder with the files>
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = process.argv[2];
if (!folder) throw new Error('Usage: node scripts/make-address-data.mjs <folder with one <country>.json per country>');
const project = resolve(import.meta.dirname, '..');

/** Codes in the data that are not in ISO 3166-1. Kosovo (XK) is not either, but its code is in wide use and stays. */
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

/** States of a country: the code that its post uses, the name, and postal-code prefixes, in Latin script where known. */
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
 * Format of the address lines with town (C), state (S) and postal code (Z); `|` is a line break.
 * Drops the country's letters before a code, which only mail from abroad carries. Singapore has no town line, so its name
 * becomes the town.
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

/** Writes a table with one line for each entry, so that a renewal shows what changed. */
const write = (path, entries) => {
  const lines = entries.map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  writeFileSync(join(project, path), `{\n${lines.join(',\n')}\n}\n`);
};

const vocabulary = 'packages/contract/src/vocabulary';
write(
  `${vocabulary}/address-countries.json`,
  sorted.map(([country, rules]) => [country, formOf(country, rules)]),
);

// States by country, separated by `~`: `<code>=<name>`, or only a name that is also the code.
write(
  `${vocabulary}/address-states.json`,
  sorted.flatMap(([country, rules]) => {
    const list = statesOf(rules).map(({ code, name }) => (code === name ? name : `${code}=${name}`));
    return list.length > 0 ? [[country, list.join('~')]] : [];
  }),
);

// Countries by order of town (C), state (S) and postal code (Z) in an address; `|` is a line break. Countries without an
// entry have no rule.
const towns = Map.groupBy(sorted, ([, rules]) => townOf(rules));
towns.delete('');
write(
  `${vocabulary}/address-towns.json`,
  [...towns].map(([format, list]) => [format, list.map(([country]) => country).join(' ')]),
);

const addressData = 'apps/server/src/adapters/address-data';
write(
  `${addressData}/postal-patterns.json`,
  sorted.flatMap(([country, { zip }]) => (zip ? [[country, zip]] : [])),
);

// First characters of postal codes, one entry per state in the order of the states of that country.
write(
  `${addressData}/state-prefixes.json`,
  sorted.flatMap(([country, rules]) => {
    const list = statesOf(rules).map(({ zips }) => zips);
    return list.some(Boolean) ? [[country, list.join('~')]] : [];
  }),
);
