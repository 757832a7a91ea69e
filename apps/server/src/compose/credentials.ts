import type { Instant } from '@foyer/contract/vocabulary/instants';
import { openBreachedPasswords } from '../adapters/breached-passwords.ts';
import { readCommonPasswords } from '../adapters/common-passwords.ts';
import { newId } from '../adapters/new-id.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { makeEmailTokens } from '../adapters/postgres/email-tokens.ts';
import { makeRateWindows } from '../adapters/postgres/rate-windows.ts';
import { makeSignInMethodRows } from '../adapters/postgres/sign-in-methods.ts';
import { makeUserRows } from '../adapters/postgres/user-rows.ts';
import type { JobQueue } from '../adapters/queue/job-queue.ts';
import type { Vendor } from '../brands.ts';
import { productWords } from '../brands.ts';
import { defaultCallerLimits } from '../default-caller-limits.ts';
import { deriveKey } from '../derive-keys.ts';
import type { Secrets } from '../secrets.ts';
import { makeAskEmailChange, makeConfirmEmail } from '../services/credentials/change-email.ts';
import { makeChangePassword } from '../services/credentials/change-password.ts';
import { makeFollowLink } from '../services/credentials/follow-link.ts';
import { makeCredentialLimits } from '../services/credentials/limits.ts';
import { makeRefuseBadPassword } from '../services/credentials/password-rules.ts';
import type { ConfirmPassword } from '../services/credentials/ports.ts';
import { makeRegister } from '../services/credentials/register.ts';
import { makeCarryOutLinkRequest } from '../services/credentials/request-link.ts';
import { makeAskReset, makeResetPassword } from '../services/credentials/reset-password.ts';
import { makeAskVerification, makeVerifyEmail } from '../services/credentials/verify-email.ts';
import type { LinkTokens } from '../services/identity/link-tokens.ts';
import type { Claims, PasswordHasher, RenewTokens } from '../services/identity/ports.ts';
import type { OriginFacts } from '../services/place/ports.ts';
import { makeConsumeRateLimit } from '../services/rate-windows/consume-rate-limit.ts';
import type { CallerLimits } from '../services/rate-windows/ports.ts';
import type { InSecurityTransaction } from './needs.ts';

export interface CredentialNeeds {
  readonly database: Database;
  readonly queue: Pick<JobQueue, 'enqueueMails'>;
  readonly hasher: PasswordHasher;
  readonly linkTokens: LinkTokens;
  readonly confirmPassword: ConfirmPassword;
  readonly renewTokens: RenewTokens;
  readonly inSecurityTransaction: InSecurityTransaction;
  readonly originFacts: OriginFacts;
  /** File of SHA-1 hashes of stolen passwords. */
  readonly breachedPasswords: string | null;
  readonly secrets: Secrets;
  /** Limits per address; the usual ones by default. */
  readonly callerLimits?: CallerLimits | undefined;
  readonly gateway: string;
  readonly vendor: Vendor;
  readonly brandOf: (hostname: string) => string;
  readonly defaultClaims: Claims;
  readonly wallNow: () => Instant;
}

/** Joins registration, links in mails, and the changes of what a user is known by. */
export const composeCredentials = async (needs: CredentialNeeds) => {
  const { database, queue, hasher, linkTokens, confirmPassword, originFacts, wallNow } = needs;
  const inTransaction = needs.inSecurityTransaction((sql) => ({
    ...makeUserRows(sql),
    ...makeEmailTokens(sql),
    ...makeSignInMethodRows(sql),
    consumeRateLimit: makeConsumeRateLimit(makeRateWindows(sql)),
    requestLink: (request: Parameters<ReturnType<typeof makeCarryOutLinkRequest>>[0]) =>
      queue.enqueueMails(sql, [request]),
  }));
  const reads = { ...makeUserRows(database), ...makeEmailTokens(database) };
  const { callerLimits = defaultCallerLimits } = needs;
  const limits = makeCredentialLimits(deriveKey(needs.secrets[0], 'rate windows'), callerLimits.credentialCalls);
  const { countMail, countMailOfAccount, countMailToAddress } = limits;
  // Counted in a transaction of its own: what is refused afterwards stays counted.
  const countCall = (address: string | null, now: Instant) =>
    database.transaction((sql) => limits.countCall(makeConsumeRateLimit(makeRateWindows(sql)), address, now));
  const refuseBadPassword = makeRefuseBadPassword(
    { isCommon: await readCommonPasswords(), isBreached: await openBreachedPasswords(needs.breachedPasswords) },
    productWords(needs.vendor),
  );
  const newTokenId = () => newId('emailToken');
  const readLink = linkTokens.read;
  const followLink = makeFollowLink({ readLink, inTransaction, wallNow });
  const services = {
    register: makeRegister({
      inTransaction,
      countCall,
      refuseBadPassword,
      hasher,
      newId,
      brandOf: needs.brandOf,
      claims: needs.defaultClaims,
      gateway: needs.gateway,
      wallNow,
    }),
    askVerification: makeAskVerification({ inTransaction, countMail, originFacts, newTokenId, wallNow }),
    verifyEmail: makeVerifyEmail({ followLink, countCall, originFacts, wallNow }),
    askReset: makeAskReset({ inTransaction, countCall, wallNow }),
    resetPassword: makeResetPassword({
      originFacts,
      reads,
      readLink,
      followLink,
      countCall,
      refuseBadPassword,
      hasher,
      wallNow,
    }),
    changePassword: makeChangePassword({
      originFacts,
      inTransaction,
      reads,
      confirmPassword,
      renewTokens: needs.renewTokens,
      refuseBadPassword,
      hasher,
      wallNow,
    }),
    askEmailChange: makeAskEmailChange({
      inTransaction,
      confirmPassword,
      countMailOfAccount,
      countMailToAddress,
      originFacts,
      newTokenId,
      wallNow,
    }),
    confirmEmail: makeConfirmEmail({ originFacts, followLink, countCall, wallNow }),
  };
  return {
    services,
    refuseBadPassword,
    carryOutLinkRequest: makeCarryOutLinkRequest({ inTransaction, countMail, originFacts, newTokenId, wallNow }),
  };
};
