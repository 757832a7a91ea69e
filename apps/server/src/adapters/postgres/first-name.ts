/** What the user `u` is called: by the current address, else as given at registration (HO-01). One lookup by an index. */
export const FIRST_NAME =
  'COALESCE((SELECT d.first_name FROM addresses d WHERE d.account_id = u.account_id ORDER BY d.seq DESC LIMIT 1), u.first_name)';
