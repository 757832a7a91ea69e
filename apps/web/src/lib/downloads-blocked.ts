import type { Me } from '@foyer/contract/api/auth';

/** EX-01: nobody is sent to a download while a review is pending or after it said no, nor as long as that is unknown. */
export const areDownloadsBlocked = (
  me: { readonly user: Pick<Me['user'], 'exportPending' | 'exportDenied'> } | undefined,
) => me === undefined || me.user.exportPending || me.user.exportDenied;
