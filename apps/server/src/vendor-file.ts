import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { portalConfig } from '@foyer/contract/api/portal-config';
import { countryForm } from '@foyer/contract/vocabulary/country-form';
import { languages } from '@foyer/contract/vocabulary/languages';
import type { Family } from '@foyer/domain/catalogue/family';
import { isEmailAddress } from '@foyer/domain/identity/email-address';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { problemsOfAccents } from './accents.ts';
import { type Checked, checkedYaml } from './adapters/checked-yaml.ts';
import { describeReadError } from './adapters/describe-read-error.ts';
import { asFamilies, familyFile, familyFileOf } from './adapters/family-file.ts';
import { isLocal } from './adapters/is-local.ts';
import { isPath, isShortMark, isSmallMark, markLimits } from './adapters/mark-picture.ts';
import { readLimited } from './adapters/read-limited.ts';
import type { Vendor } from './brands.ts';

/** A text without line breaks, because subjects of mails contain it. */
const word = z.string().check(z.minLength(1), z.maxLength(120), z.regex(/^[^\p{Cc}]+$/u, 'must be one line'));

/** True for `https:` and `mailto:` links, and for `http:` on this machine. `javascript:` would run in the portal. */
const isLink = (text: string): boolean => {
  const url = URL.parse(text);
  if (url?.protocol === 'mailto:') return isEmailAddress(url.pathname);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(url.hostname));
  return isSafe && url.username === '' && url.password === '';
};
const address = z
  .string()
  .check(
    z.refine(isLink, 'must be an https address such as https://example.com/support, or mailto: with an email address'),
  );
const addressOrNull = z._default(z.nullable(address), null);
const email = z.string().check(z.refine(isEmailAddress, 'must be an email address such as support@example.com'));
const emailOrNull = z._default(z.nullable(email), null);
/** A telephone number. Links use it without the characters between its digits. */
const phone = z
  .string()
  .check(z.regex(/^\+?[\d\s()./-]{3,40}$/, 'must be a telephone number such as +1 (800) 555-0142'));
const phoneOrNull = z._default(z.nullable(phone), null);

/** True if a browser keeps this https address unchanged, and it has no query or fragment. */
const isSignInAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.href === text && text === `https://${url.host}${url.pathname}`;
};
/** Page of a client that receives a token (decision 40). Return addresses must equal it completely. */
const signInAddress = z
  .string()
  .check(
    z.refine(
      isSignInAddress,
      'must be an https address with its path and nothing behind it such as https://lab.example.com/signin',
    ),
  );

const { brand, families: shownFamilies, links, clients, contactsClaim } = portalConfig.shape;
const { key: brandKey, ...ofBrand } = brand.shape;
const trialDays = z.int().check(z.minimum(1, 'must be 1 or more'), z.maximum(366, 'must be 366 or less'));
const accent = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #4a44d0, in small letters'));
const hostName = z
  .string()
  .check(
    z.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be a host name in small letters such as account.example.com'),
  );
/** The pages insert it into their HTML, so it has no other characters. */
const svgPath = z
  .string()
  .check(
    z.regex(/^[MmLlHhVvCcSsQqTtAaZz0-9 .,-]+$/, 'must be a path of SVG'),
    z.refine(isPath, 'must be a path of SVG such as M3 12h18, with all values of each command and at most 1000 long'),
  );
const brandEntry = z.strictObject({
  ...ofBrand,
  // Reading a path takes long, so their number and letters are checked first.
  mark: z._default(
    z.pipe(
      z.array(z.string()).check(z.refine(isShortMark, markLimits)),
      z.array(svgPath).check(z.refine(isSmallMark, markLimits)),
    ),
    [],
  ),
  hosts: z._default(z.array(hostName), []),
  accents: z.strictObject({ light: accent, dark: accent }),
  name: word,
  vendor: word,
  product: word,
  trialDays,
});
const clientEntry = z.strictObject({
  ...clients.def.valueType.shape,
  signInAddresses: z.optional(z.array(signInAddress)),
});
const menuEntry = z.strictObject({
  ...shownFamilies.def.element.shape.menu.def.element.shape,
  href: address,
});
const familyEntry = z.strictObject({
  description: z.optional(z.record(z.enum(languages), word)),
  color: z.optional(accent),
  icon: z.optional(z.array(svgPath)),
  app: z.optional(address),
  learnMore: z.optional(address),
  confirmation: z.optional(address),
  helpEmail: z.optional(email),
  menu: z.optional(z.array(menuEntry)),
});

const isNamed = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Brands file of this release. Files of earlier releases lack members that it has. */
const SHIPPED = join(import.meta.dirname, '../../../catalog/brands.yaml');

const entriesOf = (value: unknown) => Object.entries(isNamed(value) ? value : {});

/** Gives each brand the members that release 2.1 did not have. Host names belong to one brand, so others get none. */
const completeBrands = (brands: unknown, shipped: Record<string, unknown>): unknown => {
  if (!isNamed(brands)) return brands;
  const [[, first] = []] = entriesOf(shipped);
  const completed = entriesOf(brands).map(([key, brand]) => {
    const { accents, addressFirst, hosts, mark } = Object(shipped[key] ?? first) as Record<string, unknown>;
    const added = { accents, addressFirst, ...(key in shipped && { hosts, mark }) };
    return [key, isNamed(brand) ? { ...added, ...brand } : brand];
  });
  return Object.fromEntries(completed);
};

const FORMER_LINK = /^([a-z][a-z0-9-]*)(App|LearnMore|Menu|Confirmation|HelpEmail)$/;

/**
 * Completes a file for release 2.1 or earlier. Its brands had no colours, and its families had no section: names of links
 * began with the key of the family, as in `links.labApp`.
 */
const completeFormer = (content: unknown): unknown => {
  if (!isNamed(content)) return content;
  const shipped = parse(readFileSync(SHIPPED, 'utf8')) as Record<'brands' | 'families', Record<string, unknown>>;
  const brands = completeBrands(content.brands, shipped.brands);
  if (content.families !== undefined) return { ...content, brands };
  const shown = entriesOf(brands).flatMap(([, brand]) => (isNamed(brand) ? brand.products : []));
  const moved = new Map<string, Record<string, unknown>>();
  for (const [key, family] of entriesOf(shipped.families))
    if (isNamed(family) && shown.includes(key)) moved.set(key, { description: family.description });
  const withoutFormer = (part: unknown): unknown => {
    if (!isNamed(part)) return part;
    const kept = entriesOf(part).filter(([name, value]) => {
      const [, family, link] = FORMER_LINK.exec(name) ?? [];
      if (!family || !link) return true;
      const member = `${link.charAt(0).toLowerCase()}${link.slice(1)}`;
      if (value !== null) moved.set(family, { ...moved.get(family), [member]: value });
      return false;
    });
    return Object.fromEntries(kept);
  };
  const [links, contacts] = [withoutFormer(content.links), withoutFormer(content.contacts)];
  return { ...content, brands, links, contacts, families: Object.fromEntries(moved) };
};

/** Schema of the vendor file. The portal hides links that are left out. */
const vendorFile = z.strictObject({
  payee: z.strictObject({
    name: word,
    address: z.array(word).check(z.minLength(1)),
    country: z
      .string()
      .check(z.refine((code) => countryForm(code) !== undefined, 'must be a country by its two letters such as US')),
  }),
  brands: z
    .record(brandKey, brandEntry)
    .check(z.refine((brands) => Object.keys(brands).length > 0, 'must have a brand')),
  families: z._default(z.record(z.string(), familyEntry), {}),
  links: z.strictObject({
    privacy: addressOrNull,
    settings: addressOrNull,
    contacts: addressOrNull,
    feedback: addressOrNull,
    support: addressOrNull,
    survey: z._default(links.shape.survey, null),
  }),
  contacts: z.strictObject({
    supportPhone: phoneOrNull,
    supportEmail: emailOrNull,
    salesEmail: emailOrNull,
    exportControlEmail: z.optional(email),
  }),
  clients: z.record(z.string(), clientEntry),
  contactsClaim,
});

type VendorFile = z.infer<typeof vendorFile>;

/** Reads a YAML file of the vendor, or returns its problems. */
export const readChecked = <Content>(file: string, schema: z.ZodMiniType<Content>): Checked<Content> => {
  let bytes: Buffer;
  try {
    bytes = readLimited(file);
  } catch (error) {
    return { problems: [describeReadError(error)] };
  }
  return checkedYaml(bytes, schema);
};

/** Reads `families.yaml`, for settings that name products or claims. Adds every error to `problems`. */
export const readFamilyFile = (folder: string, problems: string[]): readonly Family[] => {
  const file = familyFileOf(folder);
  const read = readChecked(file, familyFile);
  if (!read.problems) return asFamilies(read.content);
  for (const problem of read.problems) problems.push(`CATALOGUE: ${file}: ${problem}`);
  return [];
};

/** Problems that the schema does not see: accents with too little contrast, hosts of two brands, unknown families. */
const problemsOfBrands = ({ brands, families: described }: VendorFile, families: readonly string[]): string[] => {
  const owners = new Map<string, string>();
  const unknown = Object.keys(described).filter((key) => !families.includes(key));
  const known = `is not a family of families.yaml: ${families.join(', ')}`;
  const ofBrands = Object.entries(brands).flatMap(([key, { accents, hosts, products }]) => [
    ...problemsOfAccents(accents).map((problem) => `brands.${key}.accents.${problem}`),
    ...hosts.flatMap((host) => {
      const owner = owners.get(host);
      owners.set(host, key);
      return owner === undefined ? [] : [`brands.${key}.hosts: ${host} is a host of ${owner} too`];
    }),
    ...products
      .filter((product) => !families.includes(product))
      .map((product) => `brands.${key}.products: ${product} ${known}`),
  ]);
  return [...ofBrands, ...unknown.map((key) => `families: ${key} ${known}`)];
};

/**
 * Reads the vendor file. `families` are the keys of the catalogue; null leaves them unchecked. Adds every error to
 * `problems` and returns null then.
 */
export const readVendorFile = (file: string, families: readonly string[] | null, problems: string[]): Vendor | null => {
  const read = readChecked(file, z.pipe(z.transform(completeFormer), vendorFile));
  if (read.problems) {
    for (const problem of read.problems) problems.push(`BRANDS: ${file}: ${problem}`);
    return null;
  }
  const { brands } = read.content;
  const named = [...Object.values(brands).flatMap(({ products }) => products), ...Object.keys(read.content.families)];
  const wrong = problemsOfBrands(read.content, families ?? named);
  for (const problem of wrong) problems.push(`BRANDS: ${file}: ${problem}`);
  if (wrong.length > 0) return null;
  const keyed = Object.entries(brands).map(([key, brand]) => [key, { key, ...brand }]);
  return { ...read.content, brands: Object.fromEntries(keyed) };
};
