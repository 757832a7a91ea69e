import { useQueryClient } from '@tanstack/react-query';
import { meQuery } from './me.ts';

/**
 * Hidden field with the email address of the account. Password managers need it in a form that asks for the password.
 */
export const AccountName = () => {
  const email = useQueryClient().getQueryData(meQuery.queryKey)?.user.email;
  return <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />;
};
