/** First name of the user `u`: from the current address, otherwise from the registration (HO-01). One index lookup. */
export const FIRST_NAME =
  'COALESCE((SELECT d.first_name FROM addresses d WHERE d.account_id = u.account_id ORDER BY d.seq DESC LIMIT 1), u.first_name)';
