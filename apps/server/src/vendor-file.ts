import { existsSync, readFileSync } from 'node:fs';
import { portalConfig } from '@foyer/contract/api/portal-config';
import * as z from 'zod/mini';
import { checkedYaml } from './adapters/checked-yaml.ts';
import type { Vendor } from './brands.ts';

/** One line: it stands in the subject of mails. */
const word = z.string().check(z.minLength(1), z.maxLength(120), z.regex(/^[^\p{Cc}]+$/u, 'must be one line'));
const wordOrNull = z._default(z.nullable(word), null);
/** A link leads out of the portal: a script is no address. */
const address = z
  .string()
  .check(z.refine((text) => /^(https?|mailto):$/.test(URL.parse(text)?.protocol ?? ''), 'must be an https address'));
const addressOrNull = z._default(z.nullable(address), null);

const { brand, links, clients, contactsClaim } = portalConfig.shape;
const { key: _key, ...ofBrand } = brand.shape;
const trialDays = z.int().check(z.positive());
const brandEntry = z.strictObject({ ...ofBrand, name: word, vendor: word, product: word, trialDays });
const menuEntry = z.strictObject({ ...links.shape.scopeMenu.def.element.shape, href: address });

/** What the file may say; what it leaves out is not shown. */
const vendorFile = z.strictObject({
  payee: z.strictObject({
    name: word,
    address: z.array(word).check(z.minLength(1)),
    country: z.string().check(z.regex(/^[A-Z]{2}$/, 'must be a country such as US')),
  }),
  brands: z.strictObject({ scope: brandEntry, drive: brandEntry }),
  links: z.strictObject({
    privacy: addressOrNull,
    settings: addressOrNull,
    contacts: addressOrNull,
    feedback: addressOrNull,
    support: addressOrNull,
    driveApp: addressOrNull,
    scopeApp: addressOrNull,
    driveLearnMore: addressOrNull,
    scopeLearnMore: addressOrNull,
    scopeMenu: z._default(z.array(menuEntry), []),
    scopeConfirmation: addressOrNull,
    survey: z._default(links.shape.survey, null),
  }),
  contacts: z.strictObject({ supportPhone: wordOrNull, supportEmail: wordOrNull, salesEmail: wordOrNull }),
  clients,
  contactsClaim,
});

/** The vendor in a file; every mistake in it goes to `problems`, and nothing comes back then. */
export const readVendorFile = (file: string, problems: string[]): Vendor | null => {
  const read = existsSync(file)
    ? checkedYaml(readFileSync(file, 'utf8'), vendorFile)
    : { problems: ['There is no such file.'] };
  if (read.problems) {
    for (const problem of read.problems) problems.push(`BRANDS: ${file}: ${problem}`);
    return null;
  }
  const { scope, drive } = read.content.brands;
  return { ...read.content, brands: { scope: { key: 'scope', ...scope }, drive: { key: 'drive', ...drive } } };
};
