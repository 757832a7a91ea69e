import { createHmac, type KeyObject } from 'node:crypto';
import type { UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { readRecoveryCode } from '@foyer/domain/security/recovery-code';
import { matchStep } from '@foyer/domain/security/totp';
import type { OneTimeCodes, SecondFactorRows, SecretBox } from './ports.ts';

/**
 * Recovery codes are kept as keyed hashes that name their user, so that no two rows can be compared (INV-22). The first is
 * the one that is kept; under the others a code may be kept since before the secret was replaced.
 */
export const makeHashRecoveryCode =
  ([current, ...earlier]: readonly [KeyObject, ...KeyObject[]]) =>
  (userId: UserId, signs: string): readonly [kept: string, ...earlier: string[]] => {
    const hash = (key: KeyObject) => createHmac('sha256', key).update(`${userId} ${signs}`).digest('base64url');
    return [hash(current), ...earlier.map(hash)];
  };

export type HashRecoveryCode = ReturnType<typeof makeHashRecoveryCode>;

/** Where a secret is at home: sealed with it, so that one copied to another user does not open. */
export const sealedFor = (userId: UserId): string => `totp ${userId}`;

interface Dependencies {
  readonly oneTimeCodes: Pick<OneTimeCodes, 'codeAt'>;
  readonly box: Pick<SecretBox, 'open' | 'resealed'>;
  readonly hashRecoveryCode: HashRecoveryCode;
}

/**
 * Uses up a code of either kind, within the transaction that holds the user's lock: of two who present one code at the
 * same moment one is right (INV-18). False for a code that is wrong, too old or used.
 */
export const makeUseCode = ({ oneTimeCodes, box, hashRecoveryCode }: Dependencies) => ({
  oneTime: async (
    rows: Pick<SecondFactorRows, 'totpSecret' | 'useTotpStep'>,
    userId: UserId,
    typed: string,
    now: Instant,
  ): Promise<boolean> => {
    const kept = await rows.totpSecret(userId);
    if (!kept) return false;
    const secret = box.open(kept.sealedSecret, sealedFor(userId));
    const step = matchStep((at) => oneTimeCodes.codeAt(secret, at), typed, kept.lastStep, now);
    if (step === null) return false;
    await rows.useTotpStep(userId, step, box.resealed(kept.sealedSecret, sealedFor(userId)));
    return true;
  },
  recovery: async (
    rows: Pick<SecondFactorRows, 'useRecoveryCode'>,
    userId: UserId,
    typed: string,
    now: Instant,
  ): Promise<boolean> => {
    const signs = readRecoveryCode(typed);
    return signs !== null && (await rows.useRecoveryCode(userId, hashRecoveryCode(userId, signs), now));
  },
});

export type UseCode = ReturnType<typeof makeUseCode>;
