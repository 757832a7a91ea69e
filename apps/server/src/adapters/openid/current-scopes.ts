import type { AdapterPayload } from 'oidc-provider';
import type { ProductClient } from '../../services/product-sign-in/client-ports.ts';

/** Leaves out scopes that the client of a record no longer has in the file. */
export type CutScopes = (payload: AdapterPayload) => AdapterPayload;

interface Scoped {
  readonly scope?: string | undefined;
}

/**
 * Cuts the scopes of stored requests, codes and tokens when they are read. So a scope that is taken out of the file ends
 * with the restart, also in sessions that live on. A waiting request loses it too, so its user is not asked for it. Grants
 * stay as they are: the library gives a token the scopes that both its code or token and its grant have.
 */
export const makeCutScopes = (
  clients: readonly Pick<ProductClient, 'id' | 'scopes' | 'serviceScopes'>[],
): CutScopes => {
  const scopesOf = new Map(
    clients.map(({ id, scopes, serviceScopes }) => [id, new Set<string>([...scopes, ...serviceScopes])]),
  );
  return (payload) => {
    const { scope, params, clientId } = payload as Scoped & {
      readonly params?: Scoped & { readonly client_id?: string };
      readonly clientId?: string;
    };
    const allowed = scopesOf.get(clientId ?? params?.client_id ?? '');
    const cut = (text: string | undefined) =>
      text === undefined
        ? {}
        : {
            scope: text
              .split(' ')
              .filter((each) => allowed?.has(each))
              .join(' '),
          };
    return {
      ...payload,
      ...cut(scope),
      ...(params && { params: { ...params, ...cut(params.scope) } }),
    };
  };
};
