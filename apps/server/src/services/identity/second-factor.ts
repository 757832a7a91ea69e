import type { UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { readRecoveryCode } from '@foyer/domain/identity/recovery-code';
import { matchStep } from '@foyer/domain/identity/totp';
import { hmac, type Keys } from '../keyed-hash.ts';
import type { OneTimeCodes, SecondFactorRows, SecretBox, TotpSecret, UserOfAccount } from './ports.ts';

/**
 * Hashes a recovery code with a key and the user id, so that rows of two users cannot be compared (INV-22). The first
 * hash is stored. The others find codes that were stored under an earlier secret.
 */
export const makeHashRecoveryCode =
  ([current, ...earlier]: Keys) =>
  (userId: UserId, code: string): readonly [stored: string, ...earlier: string[]] => {
    const text = `${userId} ${code}`;
    return [hmac(current, text), ...earlier.map((key) => hmac(key, text))];
  };

export type HashRecoveryCode = ReturnType<typeof makeHashRecoveryCode>;

/** Context of the encryption: a secret that is copied to another user cannot be decrypted. */
export const sealedFor = (userId: UserId): string => `totp ${userId}`;

interface TotpCodes {
  readonly oneTimeCodes: Pick<OneTimeCodes, 'codeAt'>;
  readonly box: Pick<SecretBox, 'open' | 'resealed'>;
}

/**
 * Checks a one-time code against a stored secret. Returns the step that it uses up, and the secret under the current key if
 * an earlier one encrypted it. Null for a wrong or used code.
 */
export const checkOneTimeCode = (
  { oneTimeCodes, box }: TotpCodes,
  { sealedSecret, lastStep, purpose }: Pick<TotpSecret, 'sealedSecret' | 'lastStep'> & { readonly purpose: string },
  typed: string,
  now: Instant,
): { readonly step: number; readonly resealed: string | null } | null => {
  const secret = box.open(sealedSecret, purpose);
  const step = matchStep((at) => oneTimeCodes.codeAt(secret, at), typed, lastStep, now);
  return step === null ? null : { step, resealed: box.resealed(sealedSecret, purpose) };
};

interface Dependencies extends TotpCodes {
  readonly hashRecoveryCode: HashRecoveryCode;
}

/**
 * Uses a one-time code or a recovery code, in the transaction that holds the lock of the user. If two calls present the
 * same code, one succeeds (INV-18). Returns false for a code that is wrong, expired or used.
 */
export const makeUseCode = ({ hashRecoveryCode, ...codes }: Dependencies) => ({
  oneTime: async (
    rows: Pick<SecondFactorRows, 'totpSecret' | 'useTotpStep'>,
    user: UserOfAccount,
    typed: string,
    now: Instant,
  ): Promise<boolean> => {
    const stored = await rows.totpSecret(user);
    const used = stored && checkOneTimeCode(codes, { ...stored, purpose: sealedFor(user.userId) }, typed, now);
    if (used) await rows.useTotpStep(user, used.step, used.resealed);
    return used !== null;
  },
  recovery: async (
    rows: Pick<SecondFactorRows, 'useRecoveryCode'>,
    user: UserOfAccount,
    typed: string,
    now: Instant,
  ): Promise<boolean> => {
    const code = readRecoveryCode(typed);
    return code !== null && (await rows.useRecoveryCode(user, hashRecoveryCode(user.userId, code), now));
  },
});

export type UseCode = ReturnType<typeof makeUseCode>;
