import { isNotificationDue, stepUpPolicy } from '@foyer/domain/identity/lockout';
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
 * Changes the password of an operator, with the current one (OP-01). The rules are those for customers. All other sessions
 * end, and sign-ins in progress with the old password fail (INV-14). Wrong passwords have a separate limit: a stolen session
 * gets no more tries than a stranger, and strangers cannot use up this limit.
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
    await needs.refuseBadPassword({ text: newPassword, field: 'newPassword', current: password }, owner);
    const to = await hasher.hash(newPassword);
    await needs.inTransaction(async (tx) => {
      const change = { id: operatorId, from: row.passwordHash, to, exceptSession: sessionId, now };
      // Another call has changed the password since it was checked.
      if (!(await tx.replacePassword(change))) throw new Refused('INVALID_CREDENTIALS', { field: 'password' });
      await tx.record({
        actor: operatorId,
        reason: 'a new password of their own',
        accountId: null,
        action: 'change_password',
        subjectId: operatorId,
        after: {},
        domainAt: null,
      });
      const facts = platform.originFacts(origin);
      await tx.enqueueMail(operatorMail('operator_password_changed', email, origin.language, now, facts));
    });
    await store.record('operator_password_changed', origin, operatorId);
  };
