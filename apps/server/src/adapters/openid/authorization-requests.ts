import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Instant, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import type { InteractionResults } from 'oidc-provider';
import type {
  AuthorizationRequest,
  AuthorizationRequests,
  RequestKey,
  RequestResult,
} from '../../services/product-sign-in/ports.ts';
import { Refused } from '../../services/refused.ts';
import type { OpenidRecords } from '../postgres/openid-records.ts';
import type { ProviderOf } from './providers.ts';

const listOf = (text: unknown): string[] => (typeof text === 'string' ? text.split(' ').filter(Boolean) : []);

/** Subject of an ID token that the library has verified before. */
const subjectOf = (idToken: unknown): string | null => {
  if (typeof idToken !== 'string') return null;
  const { sub } = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return typeof sub === 'string' ? sub : null;
};

/** A request as it is stored. `iat` and `exp` are seconds of the machine's clock, `expiresAt` is of the database's. */
interface StoredRequest {
  readonly iat: number;
  readonly exp: number;
  readonly expiresAt: Instant;
}

/**
 * Reads the parameters of a request that the library has checked. The time of the request is that of the database, because
 * it is compared with the time of the sign-in.
 */
export const paramsOf = (
  params: Readonly<Record<string, unknown>>,
  { iat, exp, expiresAt }: StoredRequest,
): AuthorizationRequest => ({
  clientId: String(params.client_id),
  scopes: listOf(params.scope),
  maxAgeMs: params.max_age === undefined ? null : Number(params.max_age) * SECOND_MS,
  prompts: listOf(params.prompt),
  expectedSubject: subjectOf(params.id_token_hint),
  askedAt: expiresAt - (exp - iat) * SECOND_MS,
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
export const makeAuthorizationRequests = (
  providerOf: ProviderOf,
  recordsAt: (hostname: string) => Pick<OpenidRecords, 'find'>,
): AuthorizationRequests => {
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
      const stored = interaction && (await recordsAt(key.hostname).find(interaction.uid));
      return stored && paramsOf(interaction.params, { ...interaction, expiresAt: stored.expiresAt });
    },
    answer: async (key, result) => {
      const { provider } = await providerOf(key.hostname);
      if (!(await interactionOf(key))) throw new Refused('NOT_FOUND');
      return provider.interactionResult(...asRequest(key), resultOf(result), { mergeWithLastSubmission: false });
    },
  };
};
