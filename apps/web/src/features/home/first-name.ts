import type { Me } from '@foyer/contract/api/auth';

/** The first name of the current address, else the one given at registration; null: the page just says "Welcome" (HO-01). */
export const firstNameOf = ({ user }: Me): string | null =>
  user.address?.firstName.trim() || user.firstName.trim() || null;
