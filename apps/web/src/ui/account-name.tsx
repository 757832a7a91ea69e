import { useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../lib/queries/me.ts';

/**
 * The address that a password belongs to, hidden in the form that asks for one: password managers look for it. It is
 * what the page knows already; nothing is asked for.
 */
export const AccountName = () => {
  const email = useQueryClient().getQueryData(meQuery.queryKey)?.user.email;
  return <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />;
};
