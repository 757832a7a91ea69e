import { needsSecondStep, type OperatorRole, operatorRoles } from '@foyer/contract/vocabulary/operator-roles';
import { isEmailAddress, tidyEmail } from '@foyer/domain/identity/email-address';
import { firstPasswordExpiry } from '@foyer/domain/operator/first-password';
import type { OneTimeCodes, PasswordHasher, SecretBox } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { type RefusalSubject, refusedCommand } from '../refused.ts';
import { sealedForOperator } from './auth.ts';
import type { OperatorId, OperatorStaffRows } from './auth-ports.ts';
import type { By, OperatorRows } from './ports.ts';

interface Dependencies {
  readonly inTransaction: <T>(run: (tx: OperatorStaffRows & Pick<OperatorRows, 'record'>) => Promise<T>) => Promise<T>;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly oneTimeCodes: Pick<OneTimeCodes, 'newSecret'>;
  readonly box: Pick<SecretBox, 'seal'>;
  readonly newPassword: () => string;
}

export interface OperatorToAdd {
  readonly email: string;
  readonly name: string;
  /** Roles, separated by commas. */
  readonly roles: string;
  readonly secondStep: boolean;
}

/** Credentials of a new operator. They are shown once. */
export interface AddedOperator {
  readonly id: OperatorId;
  readonly password: string;
  readonly secret: string | null;
}

const isRole = (word: string): word is OperatorRole => (operatorRoles as readonly string[]).includes(word);

const readRoles = (text: string, subject: RefusalSubject): OperatorRole[] => {
  const words = [...new Set(text.split(',').map((word) => word.trim()))];
  if (!words.every(isRole)) throw refusedCommand('unknown_role', subject);
  return words;
};

/**
 * Adds an operator (OP-01). Only persons who can run commands on the server can do this. There is no default operator, so a
 * stranger cannot be the first to sign in. The printed password works for one sign-in within 24 hours (L9).
 */
export const makeAddOperator =
  (platform: Platform, needs: Dependencies) =>
  async (wanted: OperatorToAdd, by: By): Promise<AddedOperator> => {
    const email = tidyEmail(wanted.email);
    const subject = { type: 'operator', id: email } as const;
    if (!isEmailAddress(email)) throw refusedCommand('not_an_address', subject);
    const roles = readRoles(wanted.roles, subject);
    if (!wanted.secondStep && needsSecondStep(roles)) throw refusedCommand('second_step_needed', subject);
    const id = platform.newId('operator');
    const now = platform.wallNow();
    const password = needs.newPassword();
    const passwordHash = await needs.hasher.hash(password);
    const secret = wanted.secondStep ? needs.oneTimeCodes.newSecret() : null;
    const totpSealedSecret = secret === null ? null : needs.box.seal(secret, sealedForOperator(id));
    const operator = {
      id,
      email,
      name: wanted.name.trim(),
      passwordHash,
      roles,
      totpSealedSecret,
      firstPasswordExpiresAt: firstPasswordExpiry(now),
      now,
    };
    await needs.inTransaction(async (tx) => {
      if (!(await tx.addOperator(operator))) throw refusedCommand('address_taken', subject);
      await tx.record({
        ...by,
        accountId: null,
        action: 'add_operator',
        subjectId: id,
        after: { email, roles, secondStep: wanted.secondStep },
        domainAt: null,
      });
    });
    return { id, password, secret };
  };

/** Disables an operator: the next call of each of their sessions is refused. Their audit entries keep their name. */
export const makeDisableOperator =
  ({ wallNow }: Platform, { inTransaction }: Pick<Dependencies, 'inTransaction'>) =>
  (email: string, by: By): Promise<void> =>
    inTransaction(async (tx) => {
      const id = await tx.disableOperator(tidyEmail(email), wallNow());
      if (id === null) throw refusedCommand('not_found', { type: 'operator', id: email });
      await tx.record({
        ...by,
        accountId: null,
        action: 'disable_operator',
        subjectId: id,
        after: {},
        domainAt: null,
      });
    });
