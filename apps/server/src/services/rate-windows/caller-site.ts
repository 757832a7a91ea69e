import { type CallerBlock, callerBlocks } from '@foyer/domain/identity/network-range';

/** Returns the site (wider block) of an IPv6 address, which is rate limited as a whole; null for any other address. */
export const callerSite = (address: string | null): CallerBlock | null => callerBlocks(address)[1] ?? null;

/** Returns the addresses that count as one caller: the address, or the /64 of an IPv6 host. */
export const callerNetwork = (address: string | null): string => callerBlocks(address)[0]?.block ?? 'unknown';
