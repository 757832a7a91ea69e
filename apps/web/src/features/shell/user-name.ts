import type { Me } from '@foyer/contract/api/auth';

type Named = Pick<Me['user'], 'firstName' | 'lastName' | 'email' | 'address'>;

/** Full name of the current address, else of the registration, else the email address. */
export const displayName = ({ address, ...user }: Named): string => {
  const { firstName, lastName } = address ?? user;
  return `${firstName} ${lastName}`.trim() || `${user.firstName} ${user.lastName}`.trim() || user.email;
};

/** Two initials for the avatar. Splits by characters, so that characters outside the basic plane stay whole. */
export const initials = (user: Named): string =>
  displayName(user)
    .split(/\s+/)
    .filter((_, at, words) => at === 0 || at === words.length - 1)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();
