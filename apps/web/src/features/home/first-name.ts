import type { Me } from '@foyer/contract/api/auth';

/** First name of the current address, else of the registration (HO-01). Null: the page just says "Welcome". */
export const firstNameOf = ({ user }: Me): string | null =>
  user.address?.firstName.trim() || user.firstName.trim() || null;
