import type { Instant } from '@foyer/contract/vocabulary/instants';
import { openBreachedPasswords } from '../adapters/breached-passwords.ts';
import { readCommonPasswords } from '../adapters/common-passwords.ts';
import { makeEmailTokens } from '../adapters/postgres/email-tokens.ts';
import { makeRateWindows } from '../adapters/postgres/rate-windows.ts';
import { reviewRowsOn } from '../adapters/postgres/review-rows.ts';
import { makeSignInMethodRows } from '../adapters/postgres/sign-in-methods.ts';
import { makeUserRows } from '../adapters/postgres/user-rows.ts';
import { productWords } from '../brands.ts';
import { defaultCallerLimits } from '../default-caller-limits.ts';
import { deriveKey } from '../derive-keys.ts';
import { makeConfirmEmail, makeRequestEmailChange } from '../services/credentials/change-email.ts';
import { makeChangePassword } from '../services/credentials/change-password.ts';
import { makeFollowLink } from '../services/credentials/follow-link.ts';
import { makeCredentialLimits } from '../services/credentials/limits.ts';
import { makeRefuseBadPassword } from '../services/credentials/password-rules.ts';
import { makeRegister } from '../services/credentials/register.ts';
import { makeCarryOutLinkRequest, makeRequestPublicLink } from '../services/credentials/request-link.ts';
import { makeResetPassword } from '../services/credentials/reset-password.ts';
import { makeRequestVerification, makeVerifyEmail } from '../services/credentials/verify-email.ts';
import { makeConsumeRateLimit } from '../services/rate-windows/consume-rate-limit.ts';
import type { Base } from './base.ts';

/** Connects registration, links in mails, and changes of email address and password. */
export const composeCredentials = async (base: Base) => {
  const { platform, database, queue, hasher, linkTokens, confirmPassword, renewTokens } = base;
  const inTransaction = base.inSecurityTransaction((sql) => ({
    ...makeUserRows(sql),
    ...makeEmailTokens(sql),
    ...makeSignInMethodRows(sql),
    endClearance: reviewRowsOn(sql).endClearance,
    consumeRateLimit: makeConsumeRateLimit(makeRateWindows(sql)),
    requestLink: (request: Parameters<ReturnType<typeof makeCarryOutLinkRequest>>[0]) =>
      queue.enqueueMails(sql, [request]),
  }));
  const reads = { ...makeUserRows(database), ...makeEmailTokens(database) };
  const { callerLimits = defaultCallerLimits } = base;
  const limits = makeCredentialLimits(deriveKey(base.secrets[0], 'rate windows'), callerLimits.credentialCalls);
  const { countMail, countMailOfAccount, countMailToAddress } = limits;
  // A separate transaction, so that calls that are refused afterwards stay counted.
  const countCall = (address: string | null, now: Instant) =>
    database.transaction((sql) => limits.countCall(makeConsumeRateLimit(makeRateWindows(sql)), address, now));
  const refuseBadPassword = makeRefuseBadPassword(
    { isCommon: await readCommonPasswords(), isBreached: await openBreachedPasswords(base.breachedPasswords) },
    productWords(base.vendor),
  );
  const readLink = linkTokens.read;
  const followLink = makeFollowLink(platform, { readLink, inTransaction });
  const services = {
    register: makeRegister(platform, {
      inTransaction,
      countCall,
      refuseBadPassword,
      hasher,
      brandOf: base.brandOf,
      claims: base.defaultClaims,
      gateway: base.gateway.name,
    }),
    requestVerification: makeRequestVerification(platform, { inTransaction, countMail }),
    verifyEmail: makeVerifyEmail(platform, { followLink, countCall }),
    requestPublicLink: makeRequestPublicLink(platform, { inTransaction, countCall }),
    resetPassword: makeResetPassword(platform, {
      reads,
      readLink,
      followLink,
      countCall,
      refuseBadPassword,
      hasher,
    }),
    changePassword: makeChangePassword(platform, {
      inTransaction,
      reads,
      confirmPassword,
      renewTokens,
      refuseBadPassword,
      hasher,
    }),
    requestEmailChange: makeRequestEmailChange(platform, {
      inTransaction,
      confirmPassword,
      countMailOfAccount,
      countMailToAddress,
    }),
    confirmEmail: makeConfirmEmail(platform, { followLink, countCall }),
  };
  return {
    services,
    refuseBadPassword,
    carryOutLinkRequest: makeCarryOutLinkRequest(platform, { inTransaction, countMail }),
  };
};
