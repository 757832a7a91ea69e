import type { AuthorizationStep } from '@foyer/contract/api/product-sign-in';
import type { Principal } from '../identity/ports.ts';
import { Refused } from '../refused.ts';
import type { ProductClient } from './client-ports.ts';
import { type ConsentAnswer, type DecideRequest, shownOf } from './decide-request.ts';
import type { AuthorizationRequests, RequestKey } from './ports.ts';

interface Dependencies {
  readonly requests: AuthorizationRequests;
  readonly clients: readonly ProductClient[];
  readonly decide: DecideRequest;
}

/**
 * Answers the authorization request of a product for the user of a session. The user may have to sign in again or to give
 * consent first; then nothing changes. Otherwise it stores a grant of this session, and the browser goes on to the
 * product with a code (decision 68).
 */
export const makeAnswerRequest =
  ({ requests, clients, decide }: Dependencies) =>
  async (principal: Principal, key: RequestKey, consent: ConsentAnswer | undefined): Promise<AuthorizationStep> => {
    const request = await requests.find(key);
    const client = clients.find(({ id }) => id === request?.clientId);
    if (!request || !client) throw new Refused('NOT_FOUND');
    const shown = shownOf(client, request, principal);
    const decision = await decide(principal, {
      client,
      request,
      hostname: key.hostname,
      consent,
      isAlwaysAsked: false,
    });
    if (typeof decision === 'string') return { ...shown, next: decision, address: null };
    return { ...shown, next: 'leave', address: await requests.answer(key, decision) };
  };
