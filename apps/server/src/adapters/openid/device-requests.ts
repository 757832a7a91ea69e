import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import type { DeviceRequests, RequestResult } from '../../services/product-sign-in/ports.ts';
import type { Database } from '../postgres/database.ts';
import { makeDeviceCodes } from '../postgres/device-codes.ts';
import type { RecordPayload } from '../postgres/openid-records.ts';
import { paramsOf } from './authorization-requests.ts';
import type { CutScopes } from './current-scopes.ts';
import { deviceKindAt } from './record-adapter.ts';

/** Members of a device code that the library reads when the device polls it. */
const payloadOf = (result: RequestResult, scopes: readonly string[]): RecordPayload => {
  if ('error' in result) return { error: result.error };
  const { accountId, grantId, authentication } = result;
  return {
    accountId,
    grantId,
    sid: grantId,
    scope: scopes.join(' '),
    acr: authentication.acr,
    ...(authentication.amr.length > 0 ? { amr: authentication.amr } : {}),
    authTime: Math.floor(authentication.at / SECOND_MS),
  };
};

/** Requests of devices, as the OpenID library stores them. */
export const makeDeviceRequests = (
  database: Database,
  hostOf: (hostname: string) => string,
  cutScopes: CutScopes,
): DeviceRequests => {
  const codesAt = (hostname: string) => makeDeviceCodes(database, deviceKindAt(hostOf(hostname)));
  return {
    find: async (hostname, userCode) => {
      const found = await codesAt(hostname).find(userCode);
      if (!found) return null;
      const { payload, expiresAt } = found;
      const times = { iat: Number(payload.iat), exp: Number(payload.exp), expiresAt };
      const request = paramsOf(cutScopes(payload).params as RecordPayload, times);
      // A device that names no scope learns who the user is, and nothing else.
      return request.scopes.length > 0 ? request : { ...request, scopes: ['openid'] };
    },
    answer: (hostname, userCode, result, scopes) =>
      codesAt(hostname).answer(userCode, payloadOf(result, scopes), 'error' in result ? null : result.grantId),
  };
};
