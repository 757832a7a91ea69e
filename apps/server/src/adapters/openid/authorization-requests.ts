import type { IncomingMessage, ServerResponse } from 'node:http';
import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import type { InteractionResults } from 'oidc-provider';
import type {
  AuthorizationRequest,
  AuthorizationRequests,
  RequestKey,
  RequestResult,
} from '../../services/product-sign-in/ports.ts';
import { Refused } from '../../services/refused.ts';
import type { ProviderOf } from './providers.ts';

const listOf = (text: unknown): string[] => (typeof text === 'string' ? text.split(' ').filter(Boolean) : []);

/** Subject of an ID token that the library has verified before. */
const subjectOf = (idToken: unknown): string | null => {
  if (typeof idToken !== 'string') return null;
  const { sub } = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return typeof sub === 'string' ? sub : null;
};

/** Reads the parameters of a request that the library has checked. `iat`: time of the request in seconds. */
export const paramsOf = (params: Readonly<Record<string, unknown>>, iat: number): AuthorizationRequest => ({
  clientId: String(params.client_id),
  scopes: listOf(params.scope),
  maxAgeMs: params.max_age === undefined ? null : Number(params.max_age) * SECOND_MS,
  prompts: listOf(params.prompt),
  expectedSubject: subjectOf(params.id_token_hint),
  askedAt: iat * SECOND_MS,
});

/** The library reads its cookie from a request. Only the header is known here. */
const asRequest = ({ cookies }: RequestKey): [IncomingMessage, ServerResponse] => [
  { headers: { cookie: cookies ?? '' }, socket: {}, url: '/' } as unknown as IncomingMessage,
  { setHeader: () => {}, getHeader: () => undefined } as unknown as ServerResponse,
];

const resultOf = (result: RequestResult): InteractionResults => {
  if ('error' in result) return { error: result.error };
  const { accountId, grantId, authentication } = result;
  return {
    login: {
      accountId,
      acr: authentication.acr,
      ...(authentication.amr.length > 0 ? { amr: [...authentication.amr] } : {}),
      ts: Math.floor(authentication.at / SECOND_MS),
      remember: false,
    },
    consent: { grantId },
  };
};

/** Authorization requests as the OpenID library keeps them. */
export const makeAuthorizationRequests = (providerOf: ProviderOf): AuthorizationRequests => {
  const interactionOf = async (key: RequestKey) => {
    if (key.cookies === undefined) return null;
    const { provider } = await providerOf(key.hostname);
    try {
      const interaction = await provider.interactionDetails(...asRequest(key));
      return interaction.uid === key.id && interaction.result === undefined ? interaction : null;
    } catch (error) {
      const { errors } = await import('oidc-provider');
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    }
  };
  return {
    find: async (key) => {
      const interaction = await interactionOf(key);
      if (!interaction) return null;
      return paramsOf(interaction.params, interaction.iat);
    },
    answer: async (key, result) => {
      const { provider } = await providerOf(key.hostname);
      if (!(await interactionOf(key))) throw new Refused('NOT_FOUND');
      return provider.interactionResult(...asRequest(key), resultOf(result), { mergeWithLastSubmission: false });
    },
  };
};
