import type { Me } from '@foyer/contract/api/auth';

/**
 * Returns whether the portal offers no downloads: while an export review is pending, after it was denied, and while its
 * status is unknown (EX-01).
 */
export const areDownloadsBlocked = (
  me: { readonly user: Pick<Me['user'], 'exportPending' | 'exportDenied'> } | undefined,
) => me === undefined || me.user.exportPending || me.user.exportDenied;
