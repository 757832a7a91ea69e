import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@foyer/contract/vocabulary/languages';
import * as z from 'zod/mini';
import { isLocal } from './adapters/is-local.ts';
import {
  type ProductClient,
  productGrantTypes,
  productScopes,
  receiverOf,
} from './services/product-sign-in/client-ports.ts';
import type { Environment } from './settings.ts';
import { readChecked } from './vendor-file.ts';

/** Shortest secret of a confidential client. It guards every token of the product. */
const SECRET_LENGTH = 32;

/** True if a browser keeps this address unchanged, so that an exact comparison compares what it opens. */
const isKept = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.href === text && url.hash === '' && !text.includes('#') && url.username === '' && url.password === '';
};

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(url.hostname));
};

/** True for a scheme of a desktop or mobile program: the reversed name of a host (RFC 8252, 7.1). */
const isProgramAddress = (text: string): boolean => /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:\/[^/]/.test(text);

const address = z
  .string()
  .check(
    z.refine(
      (text) => isKept(text) && isWebAddress(text),
      'must be a full https address without # such as https://app.example.com/callback (http:// only on localhost)',
    ),
  );
const redirectAddress = z
  .string()
  .check(
    z.refine(
      (text) => isKept(text) && (isWebAddress(text) || isProgramAddress(text)),
      'must be a full https address without # such as https://app.example.com/callback (http:// only on localhost), or that of a program such as com.example.app:/callback',
    ),
  );

const serviceScope = z
  .string()
  .check(
    z.regex(
      /^[a-z][a-z0-9-]{0,39}:[a-z][a-z0-9._-]{0,39}$/,
      'must be the id of the receiving client, a colon and a name, such as app:files.read',
    ),
  );

const clientEntry = z.strictObject({
  id: z
    .string()
    .check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, 'must begin with a-z, and then at most 39 of a-z, 0-9 and hyphens')),
  name: z.record(z.enum(languages), z.string().check(z.minLength(1), z.maxLength(60))),
  kind: z.enum(['confidential', 'public']),
  brand: z.optional(z.string()),
  vendorsOwn: z._default(z.boolean(), false),
  grants: z._default(z.array(z.enum(productGrantTypes)), ['authorization_code']),
  scopes: z
    ._default(z.array(z.enum(productScopes)), ['openid'])
    .check(z.refine((scopes) => scopes.includes('openid'), 'must have openid')),
  serviceScopes: z._default(z.array(serviceScope), []),
  redirectAddresses: z._default(z.array(redirectAddress), []),
  postLogoutAddresses: z._default(z.array(address), []),
  backchannelLogoutAddress: z.optional(address),
});

/** Schema of `clients.yaml`. */
const clientFile = z
  .array(clientEntry)
  .check(z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'has the same id twice'));

/** Reads `OPENID_CLIENT_SECRETS`: `<client>=<secret>,…`. */
const readSecrets = (text: string, problems: string[]): ReadonlyMap<string, string> => {
  const secrets = new Map<string, string>();
  for (const [index, pair] of text.split(',').filter(Boolean).entries()) {
    const [, id = '', secret = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    if (id === '' || secrets.has(id))
      problems.push(`OPENID_CLIENT_SECRETS: entry ${index + 1} must be client=secret, once for each client`);
    else if (secret.length < SECRET_LENGTH)
      problems.push(
        `OPENID_CLIENT_SECRETS: the secret of ${id} must have at least ${SECRET_LENGTH} characters: openssl rand -hex 32 makes a good one`,
      );
    if (id !== '') secrets.set(id, secret);
  }
  return secrets;
};

type ClientEntry = z.infer<typeof clientEntry>;

/** Problems of grants with other fields. */
const grantProblemsOf = (
  { id, kind, grants, serviceScopes, redirectAddresses }: ClientEntry,
  entries: readonly ClientEntry[],
): string[] => {
  const isServer = grants.includes('client_credentials');
  const hasCodes = grants.includes('authorization_code');
  return [
    ...(hasCodes === redirectAddresses.length > 0
      ? []
      : [`${id}.redirectAddresses: needed for the grant authorization_code, and for it only`]),
    ...(isServer && kind === 'public'
      ? [`${id}.grants: only a confidential client, which keeps a secret, can have client_credentials`]
      : []),
    ...(isServer === serviceScopes.length > 0
      ? []
      : [`${id}.serviceScopes: needed for the grant client_credentials, and for it only`]),
    ...serviceScopes
      .filter((scope) => !entries.some((other) => other.kind === 'confidential' && other.id === receiverOf(scope)))
      .map((scope) => `${id}.serviceScopes: ${scope} needs a confidential client ${receiverOf(scope)} in this file`),
  ];
};

/** Problems that the schema does not see: grants, unknown brands, and secrets that are missing or that no client has. */
const problemsOf = (
  entries: readonly ClientEntry[],
  secrets: ReadonlyMap<string, string>,
  brands: readonly string[],
): string[] =>
  entries.flatMap((entry) => {
    const { id, kind, brand, backchannelLogoutAddress } = entry;
    return [
      ...grantProblemsOf(entry, entries),
      ...(brand !== undefined && !brands.includes(brand)
        ? [`${id}.brand: ${brand} is not a brand of the brands file: ${brands.join(', ')}`]
        : []),
      ...(kind === 'confidential' && !secrets.has(id)
        ? [`${id}: a confidential client needs a secret in OPENID_CLIENT_SECRETS (${id}=…)`]
        : []),
      ...(kind === 'public' && secrets.has(id)
        ? [
            `${id}: a public client cannot keep a secret; take it out of OPENID_CLIENT_SECRETS or make the client confidential`,
          ]
        : []),
      ...(kind === 'public' && backchannelLogoutAddress !== undefined
        ? [`${id}.backchannelLogoutAddress: only a confidential client, which has a server, can have one`]
        : []),
    ];
  });

/**
 * Reads `clients.yaml`, the products that sign their users in here. A folder without the file has no clients. Adds every
 * error to `problems`.
 */
export const readClientFile = (
  folder: string,
  env: Environment,
  brands: readonly string[],
  problems: string[],
): readonly ProductClient[] => {
  const file = join(folder, 'clients.yaml');
  const secrets = readSecrets(env.OPENID_CLIENT_SECRETS ?? '', problems);
  const read = existsSync(file) ? readChecked(file, clientFile) : { content: [] };
  if (read.problems) {
    for (const problem of read.problems) problems.push(`CATALOGUE: ${file}: ${problem}`);
    return [];
  }
  const known = new Set(read.content.map(({ id }) => id));
  for (const id of secrets.keys())
    if (!known.has(id)) problems.push(`OPENID_CLIENT_SECRETS: ${id} is not a client of ${file}`);
  for (const problem of problemsOf(read.content, secrets, brands)) problems.push(`CATALOGUE: ${file}: ${problem}`);
  return read.content.map((entry) => ({
    id: entry.id,
    names: entry.name,
    secret: secrets.get(entry.id) ?? null,
    brand: entry.brand ?? null,
    isVendorsOwn: entry.vendorsOwn,
    grants: entry.grants,
    scopes: entry.scopes,
    serviceScopes: entry.serviceScopes,
    redirectAddresses: entry.redirectAddresses,
    postLogoutAddresses: entry.postLogoutAddresses,
    backchannelLogoutAddress: entry.backchannelLogoutAddress ?? null,
  }));
};
