import { randomBytes } from 'node:crypto';
import { oneTimeCodes } from '../adapters/one-time-codes.ts';
import { makeSecondFactorRows } from '../adapters/postgres/second-factor-rows.ts';
import { makeRefreshRows, makeSignInRows } from '../adapters/postgres/sign-in-rows.ts';
import { makeSecretBox } from '../adapters/secret-box.ts';
import { mailBrand } from '../brands.ts';
import { deriveKey, deriveKeys } from '../derive-keys.ts';
import { makeBeginSession, makeOpenSession } from '../services/identity/begin-session.ts';
import { makeBindCode } from '../services/identity/bind-code.ts';
import { makeConfirmLately } from '../services/identity/confirm-lately.ts';
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
import type { composeAccess } from './access.ts';
import type { Base } from './base.ts';
import { composeLoginAttempts } from './login-attempts.ts';

type Passkeys = Pick<Awaited<ReturnType<typeof composeAccess>>, 'checkPasskey' | 'hasPasskey'>;

/** Connects the use cases of signing in. */
export const composeSignIn = (base: Base, { checkPasskey, hasPasskey }: Passkeys) => {
  const { database, identity: store, tokens, hasher, renewHash, stepUpFailed, secrets } = base;
  const { platform, confirmPassword, renewTokens, inSecurityTransaction } = base;
  const { keys, devices, keySets, countLoginAttempt } = composeLoginAttempts(
    database,
    store,
    {
      counters: deriveKey(secrets[0], 'failure counters'),
      devices: deriveKeys(secrets, 'device token'),
    },
    base.callerLimits,
  );
  const enterAlone = makeSignInRows(database).enter;
  const openSession = makeOpenSession(platform, { tokens, devices, enterAlone });
  const beginSession = makeBeginSession({ inTransaction: inSecurityTransaction(makeSignInRows), openSession });

  const hashRecoveryCode = makeHashRecoveryCode(deriveKeys(secrets, 'recovery codes'));
  const box = makeSecretBox(deriveKeys(secrets, 'secret box'));
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
    confirmLately: makeConfirmLately(platform, { store, confirmPassword }),
    stepUpFailed,
    countLoginAttempt,
    store,
    keys,
    brandName: (brand: string) => mailBrand(base.vendor, brand, '').name,
  };

  const services = {
    signIn: makeSignIn(platform, {
      store,
      inTransaction: inSecurityTransaction((sql) => ({ ...makeSignInRows(sql), ...makeSecondFactorRows(sql) })),
      hasher,
      renewHash,
      devices,
      keys,
      countLoginAttempt,
      keySets,
      secondStep: makeSecondStep(platform, {
        rows,
        useCode,
        checkPasskey,
        hasPasskey,
      }),
      openSession,
    }),
    bindCode: makeBindCode(platform, {
      store,
      tokens,
      signInAddresses: new Set(Object.values(base.vendor.clients).flatMap((client) => client.signInAddresses ?? [])),
    }),
    refreshSession: makeRefreshSession(platform, {
      store,
      tokens,
      inTransaction: inSecurityTransaction(makeRefreshRows),
    }),
    beginSecondFactor: makeBeginSecondFactor(platform, factor),
    enableSecondFactor: makeEnableSecondFactor(platform, factor),
    disableSecondFactor: makeDisableSecondFactor(platform, factor),
    countRecoveryCodes: makeCountRecoveryCodes(rows),
    createRecoveryCodes: makeCreateRecoveryCodes(platform, {
      inTransaction: inFactorTransaction,
      confirmPassword,
      renewTokens,
      hashRecoveryCode,
      randomBytes,
    }),
  };
  return { services, beginSession };
};
