import { randomBytes } from 'node:crypto';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { newId } from '../adapters/new-id.ts';
import { oneTimeCodes } from '../adapters/one-time-codes.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { makeSecondFactorRows } from '../adapters/postgres/second-factor-rows.ts';
import { makeRefreshRows, makeSignInRows } from '../adapters/postgres/sign-in-rows.ts';
import { makeSecretBox } from '../adapters/secret-box.ts';
import type { Vendor } from '../brands.ts';
import { mailBrand } from '../brands.ts';
import { deriveKey, deriveKeys } from '../derive-keys.ts';
import type { Secrets } from '../secrets.ts';
import { makeBeginSession, makeOpenSession } from '../services/identity/begin-session.ts';
import { makeConfirmLately } from '../services/identity/confirm-lately.ts';
import type { ConfirmPassword } from '../services/identity/confirm-password.ts';
import type {
  CheckPasskey,
  IdentityStore,
  Origin,
  PasswordHasher,
  RenewHash,
  RenewTokens,
} from '../services/identity/ports.ts';
import { makeCountRecoveryCodes, makeCreateRecoveryCodes } from '../services/identity/recovery-codes.ts';
import { makeRefreshSession } from '../services/identity/refresh-session.ts';
import { makeHashRecoveryCode, makeUseCode } from '../services/identity/second-factor.ts';
import {
  makeBeginSecondFactor,
  makeDisableSecondFactor,
  makeEnableSecondFactor,
} from '../services/identity/second-factor-setup.ts';
import { makeSecondStep } from '../services/identity/second-step.ts';
import { makeSignIn } from '../services/identity/sign-in.ts';
import type { StepUpFailed } from '../services/identity/step-up-failed.ts';
import type { Tokens } from '../services/identity/tokens.ts';
import type { CallerLimits } from '../services/rate-windows/ports.ts';
import { composeLoginAttempts } from './login-attempts.ts';
import type { InSecurityTransaction } from './needs.ts';

export interface SignInParts {
  readonly database: Database;
  readonly store: IdentityStore;
  readonly hasher: PasswordHasher;
  readonly renewHash: RenewHash;
  readonly tokens: Tokens;
  readonly confirmPassword: ConfirmPassword;
  readonly renewTokens: RenewTokens;
  readonly stepUpFailed: StepUpFailed;
  readonly vendor: Vendor;
  readonly inSecurityTransaction: InSecurityTransaction;
  readonly checkPasskey: CheckPasskey;
  readonly hasPasskey: (userId: string) => Promise<boolean>;
  /** What a mail says of where somebody came from. */
  readonly originFacts: (origin: Origin) => Readonly<Record<string, string>>;
  readonly secrets: Secrets;
  /** Limits per address; the usual ones by default. */
  readonly callerLimits?: CallerLimits | undefined;
  readonly wallNow: () => Instant;
}

/** Joins what lets somebody in, and what they need for it. */
export const composeSignIn = (parts: SignInParts) => {
  const { database, store, tokens, confirmPassword, renewTokens, inSecurityTransaction, originFacts, wallNow } = parts;
  const { keys, devices, keySets, countLoginAttempt } = composeLoginAttempts(
    database,
    store,
    {
      counters: deriveKey(parts.secrets[0], 'failure counters'),
      devices: deriveKeys(parts.secrets, 'device token'),
    },
    parts.callerLimits,
  );
  const enterAlone = makeSignInRows(database).enter;
  const openSession = makeOpenSession({ tokens, devices, newId, originFacts, enterAlone });
  const beginSession = makeBeginSession({ inTransaction: inSecurityTransaction(makeSignInRows), openSession });

  const hashRecoveryCode = makeHashRecoveryCode(deriveKeys(parts.secrets, 'recovery codes'));
  const box = makeSecretBox(deriveKeys(parts.secrets, 'secret box'));
  const useCode = makeUseCode({ oneTimeCodes, box, hashRecoveryCode });
  const inFactorTransaction = inSecurityTransaction(makeSecondFactorRows);
  const rows = makeSecondFactorRows(database);
  const factor = {
    inTransaction: inFactorTransaction,
    oneTimeCodes,
    box,
    useCode,
    confirmPassword,
    renewTokens,
    confirmLately: makeConfirmLately({ store, confirmPassword, wallNow }),
    stepUpFailed: parts.stepUpFailed,
    countLoginAttempt,
    store,
    keys,
    brandName: (brand: string) => mailBrand(parts.vendor, brand, '').name,
    originFacts,
    wallNow,
  };

  const services = {
    signIn: makeSignIn({
      store,
      inTransaction: inSecurityTransaction((sql) => ({ ...makeSignInRows(sql), ...makeSecondFactorRows(sql) })),
      hasher: parts.hasher,
      renewHash: parts.renewHash,
      devices,
      keys,
      countLoginAttempt,
      keySets,
      secondStep: makeSecondStep({
        rows,
        useCode,
        checkPasskey: parts.checkPasskey,
        hasPasskey: parts.hasPasskey,
        originFacts,
      }),
      openSession,
      originFacts,
      wallNow,
    }),
    refreshSession: makeRefreshSession({
      store,
      tokens,
      inTransaction: inSecurityTransaction(makeRefreshRows),
      originFacts,
      wallNow,
    }),
    beginSecondFactor: makeBeginSecondFactor(factor),
    enableSecondFactor: makeEnableSecondFactor(factor),
    disableSecondFactor: makeDisableSecondFactor(factor),
    countRecoveryCodes: makeCountRecoveryCodes(rows),
    createRecoveryCodes: makeCreateRecoveryCodes({
      inTransaction: inFactorTransaction,
      confirmPassword,
      renewTokens,
      hashRecoveryCode,
      randomBytes,
      originFacts,
      wallNow,
    }),
  };
  return { services, beginSession };
};
