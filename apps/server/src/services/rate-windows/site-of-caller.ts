import { type CallerBlock, callerBlocks } from '@foyer/domain/security/network-range';

/** The wider block that a caller of IPv6 is counted in as well; null for every other caller. */
export const siteOfCaller = (address: string | null): CallerBlock | null => callerBlocks(address)[1] ?? null;
