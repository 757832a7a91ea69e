import type { TokenPair } from '@foyer/contract/api/auth';

const base64Url = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** An access token as the page can read it; nobody checks its signature here. */
export const anAccessToken = ({
  usr = 'usr_1',
  jti = 'ses_1',
  exp = 4_000_000_000,
  iat = 1_700_000_000,
} = {}): string => `${base64Url({ alg: 'HS256' })}.${base64Url({ usr, jti, exp, iat })}.signature`;

export const aTokenPair = ({
  refreshToken = 'refresh-2',
  firstName = 'Ada',
  ...access
}: {
  refreshToken?: string;
  firstName?: string;
  usr?: string;
  jti?: string;
  exp?: number;
  iat?: number;
} = {}): TokenPair => ({
  accessToken: anAccessToken(access),
  refreshToken,
  refreshExpiresAt: '2096-01-01T00:00:00Z',
  firstName,
});
