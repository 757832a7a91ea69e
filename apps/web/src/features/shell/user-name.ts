import type { Me } from '@foyer/contract/api/auth';

type Named = Pick<Me['user'], 'firstName' | 'lastName' | 'email' | 'address'>;

/** First and last name, of the current address if there is one; without any, the e-mail. */
export const displayName = ({ address, ...user }: Named): string => {
  const { firstName, lastName } = address ?? user;
  return `${firstName} ${lastName}`.trim() || `${user.firstName} ${user.lastName}`.trim() || user.email;
};

/** Two letters for the disc; whole characters, so that a name outside the basic plane is not cut in half. */
export const initials = (user: Named): string =>
  displayName(user)
    .split(/\s+/)
    .filter((_, at, words) => at === 0 || at === words.length - 1)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();
