import { Refused } from '../refused.ts';

/**
 * Returns the locked user of a confirmed call. Refuses if the password was changed since it was confirmed, perhaps by
 * another person.
 */
export const requireConfirmed = <User extends { readonly passwordHash: string }>(
  user: User | null,
  confirmed: string,
): User => {
  if (user?.passwordHash !== confirmed) throw new Refused('INVALID_CREDENTIALS', { field: 'password' });
  return user;
};
