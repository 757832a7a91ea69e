import type { Subscription } from '@foyer/contract/api/shapes';

/**
 * Returns whether a plan cannot be used until its invoice is paid: after the last retry, or at once if it was never paid
 * (D14).
 */
export const isPaused = ({ status, entitled }: Pick<Subscription, 'status' | 'entitled'>): boolean =>
  !entitled && (status === 'past_due' || status === 'suspended');
