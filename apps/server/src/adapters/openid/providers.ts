import type { SignOutRequest } from '../../services/product-sign-in/ports.ts';
import type { makeProvider, ProviderNeeds } from './make-provider.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Path of the provider at each host. With its origin it is the issuer. */
const PROVIDER_PATH = '/openid';

/** Path of the page at which a user enters the code of a device. It is short, because users type it. */
const DEVICE_PATH = '/connect';

/** Issuer of a site. */
export const issuerAt = ({ origin }: { readonly origin: string }): string => `${origin}${PROVIDER_PATH}`;

type Made = ReturnType<typeof makeProvider>;

export type ProviderOf = (hostname: string) => Promise<Made>;

interface ProvidersNeeds
  extends Omit<ProviderNeeds, 'issuer' | 'clients' | 'keys' | 'adapter' | 'signOutPage' | 'devicePage'> {
  readonly signingKeys: () => Promise<SigningKeys>;
  /** Host and origin of a call: those of `PUBLIC_URL` unless Foyer serves the host of the call. */
  readonly siteOf: (hostname: string) => { readonly id: string; readonly origin: string };
  readonly adapterFor: (host: string) => ProviderNeeds['adapter'];
  readonly signOutPage: (host: string, request: SignOutRequest) => Promise<string>;
  /** Clients that sign in at a host. */
  readonly clientsAt: (host: string) => ProviderNeeds['clients'];
}

/**
 * Returns the provider of the host of a call. Each host is an issuer. A change of the signing keys makes new ones. The
 * library is loaded by the first call, because many servers have no products that sign in.
 */
export const makeProviders = ({
  signingKeys,
  siteOf,
  clientsAt,
  adapterFor,
  signOutPage,
  ...needs
}: ProvidersNeeds): ProviderOf => {
  let current: { readonly keys: SigningKeys; readonly made: Map<string, Made> } | null = null;
  return async (hostname) => {
    const keys = await signingKeys();
    if (current?.keys !== keys) current = { keys, made: new Map() };
    const { made } = current;
    const { id, origin } = siteOf(hostname);
    const issuer = issuerAt({ origin });
    const { makeProvider } = await import('./make-provider.ts');
    const known =
      made.get(issuer) ??
      makeProvider({
        ...needs,
        issuer,
        adapter: adapterFor(id),
        clients: clientsAt(id),
        keys: keys.keys,
        devicePage: { origin, path: DEVICE_PATH },
        signOutPage: (request) => signOutPage(id, request),
      });
    made.set(issuer, known);
    return known;
  };
};
