import { isNotificationDue, stepUpPolicy } from '@foyer/domain/security/lockout';
import type { RefuseBadPassword } from '../credentials/ports.ts';
import type { Origin, PasswordHasher } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { OperatorAttempts } from './auth.ts';
import type { OperatorAuthStore, OperatorPrincipal, OperatorStaffRows } from './auth-ports.ts';
import { lockMail, operatorMail } from './operator-mail.ts';
import type { OperatorMail as OperatorMailQueue, OperatorRows } from './ports.ts';

interface Dependencies extends OperatorAttempts {
  readonly store: Pick<OperatorAuthStore, 'operatorOf' | 'record' | 'enqueueMail'>;
  readonly inTransaction: <T>(
    run: (tx: OperatorStaffRows & Pick<OperatorRows, 'record'> & OperatorMailQueue) => Promise<T>,
  ) => Promise<T>;
  readonly hasher: Pick<PasswordHasher, 'hash' | 'verify'>;
  readonly refuseBadPassword: RefuseBadPassword;
}

/**
 * An operator's own new password, by the present one (OP-01): the first was shown on a terminal to whoever made them. It
 * obeys the rules that customers' passwords do; every other session ends, and a sign-in that is under way with the old one
 * gets none (INV-14). A stolen session has no more guesses here than a stranger has at the sign-in, and the stranger uses up none
 * of these.
 */
export const makeChangeOwnPassword =
  (platform: Platform, needs: Dependencies) =>
  async (
    { operatorId, sessionId, email }: OperatorPrincipal,
    { password, newPassword }: { readonly password: string; readonly newPassword: string },
    origin: Origin,
  ): Promise<void> => {
    const { store, hasher } = needs;
    const now = platform.wallNow();
    const { row } = await store.operatorOf(email, null);
    if (row?.id !== operatorId) throw new Refused('INVALID_TOKEN');
    const key = `step-up:${operatorId}`;
    const counter = await needs.countLoginAttempt(key, stepUpPolicy, now, row.passwordChangedAt);
    if (!(await hasher.verify(row.passwordHash, password))) {
      await store.record('operator_password_refused', origin, operatorId);
      if (isNotificationDue(counter, stepUpPolicy))
        await store.enqueueMail(lockMail(email, now, platform.originFacts(origin)));
      throw new Refused('INVALID_CREDENTIALS', { field: 'password' });
    }
    await needs.clearFailures(key);
    const owner = { email, firstName: row.name, lastName: '' };
    await needs.refuseBadPassword({ text: newPassword, field: 'newPassword', present: password }, owner);
    const to = await hasher.hash(newPassword);
    await needs.inTransaction(async (tx) => {
      const change = { id: operatorId, from: row.passwordHash, to, exceptSession: sessionId, now };
      // Somebody changed it meanwhile: what was typed is the password no more.
      if (!(await tx.replacePassword(change))) throw new Refused('INVALID_CREDENTIALS', { field: 'password' });
      await tx.record({
        actor: operatorId,
        reason: 'a new password of their own',
        accountId: null,
        action: 'change_password',
        subjectType: 'operator',
        subjectId: operatorId,
        after: {},
        domainAt: null,
      });
      const facts = platform.originFacts(origin);
      await tx.enqueueMail(operatorMail('operator_password_changed', email, origin.language, now, facts));
    });
    await store.record('operator_password_changed', origin, operatorId);
  };
