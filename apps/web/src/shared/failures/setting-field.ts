import type { Failure, Reason } from '../../lib/failure.ts';

/** Field that a refusal is about. */
export type RefusedField = 'password' | 'email' | 'newPassword' | 'first' | 'second';

const fields: Partial<Record<Reason, RefusedField>> = {
  INVALID_CREDENTIALS: 'password',
  UNAUTHORIZED: 'password',
  PASSWORD_REQUIRED: 'password',
  INVALID_EMAIL: 'email',
  INVALID_PASSWORD: 'newPassword',
};

/**
 * Returns the field of a refused security setting (SC-08); null for a refusal of the whole form. The field of the error,
 * or else its message, tells which of two codes was wrong.
 */
export const refusedFieldOf = ({ reason, error }: Failure): RefusedField | null => {
  if (reason === 'CODE_NOT_VALID')
    return error?.field === 'secondCode' || /second/i.test(error?.message ?? '') ? 'second' : 'first';
  return fields[reason] ?? null;
};
