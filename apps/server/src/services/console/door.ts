import { createHash, randomBytes } from 'node:crypto';
import type { OperatorMe } from '@foyer/contract/api/operator';
import { HOUR_MS, type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { mayCall, type OperatorCall } from '@foyer/contract/vocabulary/operator-roles';
import { tidyEmail } from '@foyer/domain/security/email-address';
import { matchStep } from '@foyer/domain/security/totp';
import type { OneTimeCodes, Origin, PasswordHasher, SecretBox } from '../identity/ports.ts';
import { Refused } from '../refused.ts';
import type { OperatorDoorStore, OperatorId, OperatorPrincipal, OperatorRow } from './ports.ts';

/** A console left alone is soon nobody's; and nobody works longer than this without proving again who they are. */
const IDLE_MS = 30 * MINUTE_MS;
const LIFE_MS = 8 * HOUR_MS;

const TOKEN = /^fop_[A-Za-z0-9_-]{43}$/;
const hashed = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Where an operator's secret is at home, so that one copied to another row does not open. */
export const sealedForOperator = (id: OperatorId): string => `operator totp ${id}`;

/** The limits of threats.md §3 for guesses, counted apart from customers' but for the address they come from. */
export interface OperatorGuesses {
  /** Counts a guess at a password before it is looked at, or refuses with the time of the next one. */
  password(folded: string, address: string | null, now: Instant, changedAt: Instant | null): Promise<void>;
  code(id: OperatorId, now: Instant): Promise<void>;
  /** A guess was wrong: it counts against its address as well. */
  wrong(address: string | null, now: Instant): Promise<void>;
  forgetPassword(folded: string): Promise<void>;
  forgetCode(id: OperatorId): Promise<void>;
}

export interface DoorNeeds {
  readonly store: OperatorDoorStore;
  readonly hasher: PasswordHasher;
  readonly guesses: OperatorGuesses;
  readonly oneTimeCodes: Pick<OneTimeCodes, 'codeAt'>;
  readonly box: Pick<SecretBox, 'open'>;
  readonly newSessionId: () => string;
  readonly wallNow: () => Instant;
}

export interface OperatorSignIn {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
}

const viewOperator = ({ operatorId, email, name, roles, expiresAt }: OperatorPrincipal): OperatorMe => ({
  id: operatorId,
  email,
  name,
  roles: [...roles],
  expiresAt: new Date(expiresAt).toISOString(),
});

/**
 * Signs one of the vendor's people in to the console (OP-01): apart from customers, with the same care. An unknown address
 * costs the same work and gives the same answer as a wrong password (INV-19).
 */
export const makeOperatorSignIn = (needs: DoorNeeds) => {
  const { store, guesses } = needs;

  const failed = async (origin: Origin, now: Instant): Promise<void> => {
    await guesses.wrong(origin.address, now);
    await store.record('operator_sign_in_failed', origin);
  };

  const checkPassword = async (ask: OperatorSignIn, origin: Origin, now: Instant): Promise<OperatorRow> => {
    const { folded, row } = await store.operatorOf(tidyEmail(ask.email));
    await guesses.password(folded, origin.address, now, row?.passwordChangedAt ?? null);
    const genuine = await needs.hasher.verify(row?.passwordHash ?? needs.hasher.decoy, ask.password);
    if (row && genuine) {
      // The password was right: a code that is still missing must not count as a guess at it.
      await guesses.forgetPassword(folded);
      return row;
    }
    await failed(origin, now);
    throw new Refused('INVALID_CREDENTIALS');
  };

  const checkCode = async (
    row: OperatorRow,
    typed: string | undefined,
    origin: Origin,
    now: Instant,
  ): Promise<void> => {
    if (row.totpSealedSecret === null) return;
    if (!typed) throw new Refused('MFA_REQUIRED', { methods: ['totp'] });
    await guesses.code(row.id, now);
    const secret = needs.box.open(row.totpSealedSecret, sealedForOperator(row.id));
    const step = matchStep((at) => needs.oneTimeCodes.codeAt(secret, at), typed, row.totpLastStep, now);
    if (step === null || !(await store.useTotpStep(row.id, step))) {
      await failed(origin, now);
      throw new Refused('CODE_NOT_VALID', { field: 'code' });
    }
    await guesses.forgetCode(row.id);
  };

  return async (ask: OperatorSignIn, origin: Origin): Promise<{ token: string; operator: OperatorMe }> => {
    const now = needs.wallNow();
    const row = await checkPassword(ask, origin, now);
    await checkCode(row, ask.code, origin, now);
    const token = `fop_${randomBytes(32).toString('base64url')}`;
    const { address, userAgent } = origin;
    const session = { id: needs.newSessionId(), operatorId: row.id, now, expiresAt: now + LIFE_MS, address, userAgent };
    const isStarted = await store.startSession({ ...session, tokenHash: hashed(token) }, row.passwordHash);
    if (!isStarted) throw new Refused('INVALID_CREDENTIALS');
    await store.record('operator_signed_in', origin);
    const { email, name, roles } = row;
    return { token, operator: viewOperator({ ...session, sessionId: session.id, email, name, roles }) };
  };
};

/** Who holds this token, and whether they may make this call: no token, none of ours, not their work. */
export const makeAuthenticateOperator =
  ({ store, wallNow }: Pick<DoorNeeds, 'store' | 'wallNow'>) =>
  async (token: string | undefined, call: OperatorCall): Promise<OperatorPrincipal> => {
    if (token === undefined || token === '') throw new Refused('UNAUTHORIZED');
    const now = wallNow();
    const principal = TOKEN.test(token) ? await store.useSession(hashed(token), now, now - IDLE_MS) : null;
    if (!principal) throw new Refused('INVALID_TOKEN');
    if (!mayCall(principal.roles, call)) throw new Refused('FORBIDDEN');
    return principal;
  };

export const makeOperatorSignOut =
  ({ store, wallNow }: Pick<DoorNeeds, 'store' | 'wallNow'>) =>
  async ({ sessionId }: OperatorPrincipal, origin: Origin): Promise<void> => {
    await store.endSession(sessionId, wallNow());
    await store.record('operator_signed_out', origin);
  };

export const readOperatorMe = async (principal: OperatorPrincipal): Promise<OperatorMe> => viewOperator(principal);
