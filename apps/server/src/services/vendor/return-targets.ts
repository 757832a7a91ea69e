import type { Language } from '@foyer/contract/vocabulary/languages';
import type { ProductClient } from '../product-sign-in/client-ports.ts';

interface Products {
  /** Products of the brands file. */
  readonly clients: Readonly<Record<string, { readonly name: string; readonly origin: string }>>;
  /** Products of `clients.yaml`. */
  readonly productClients: readonly Pick<ProductClient, 'names' | 'secret' | 'redirectAddresses'>[];
}

/** Returns the name of the product at an address, or null if no product may be returned to there. */
export type FindReturnTarget = (address: string, language: Language) => string | null;

/** Origins of a client's pages. A program on the customer's machine has none: its loopback address may be any program's. */
const originsOf = ({ secret, redirectAddresses }: Products['productClients'][number]): string[] =>
  redirectAddresses.flatMap((text) => {
    const { protocol, origin } = new URL(text);
    return protocol === 'https:' || (protocol === 'http:' && secret !== null) ? [origin] : [];
  });

/** True if a browser opens exactly this address. `https://a.example@b.example` would look like another host. */
const isKept = (text: string, { href, username, password }: URL): boolean =>
  href === text && username === '' && password === '';

/**
 * Finds the product of a return address. Its origin must be that of a product in the brands file or in `clients.yaml`, so
 * that a link of the portal leads to the vendor's products only.
 */
export const makeFindReturnTarget = ({ clients, productClients }: Products): FindReturnTarget => {
  const names = new Map<string, Readonly<Record<Language, string>>>();
  for (const client of productClients) for (const origin of originsOf(client)) names.set(origin, client.names);
  for (const { name, origin } of Object.values(clients)) names.set(origin, { en: name, de: name });
  return (address, language) => {
    const url = URL.parse(address);
    return url && isKept(address, url) ? (names.get(url.origin)?.[language] ?? null) : null;
  };
};
