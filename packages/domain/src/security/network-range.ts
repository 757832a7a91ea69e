import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address in its one usual spelling: four decimal parts or IPv6 without a zone; what IPv4 looks like inside IPv6 is IPv4. */
const parseAddress = (text: string): Address | null => {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text) || text.includes('%')) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
};

const parseRange = (text: string): [Address, number] | null => {
  const [, start = '', bits] = /^([0-9A-Fa-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const address = parseAddress(start);
  // An IPv4 range spelt as IPv6 counts its bits differently; nobody writes one on purpose.
  if (!address || (address.kind() === 'ipv4' && start.includes(':'))) return null;
  const whole = address.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? whole : Number(bits);
  return length <= whole ? [address, length] : null;
};

const networkOf = (address: Address, bits: number): string =>
  address.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString();

/**
 * Network ranges as a person types them, separated by commas, spaces or line ends, each `address/bits` or one address
 * (RFC 4632, RFC 4291 §2.3), in canonical spelling. Null when one of them is none; an empty list when nothing is there.
 */
export const parseNetworkRanges = (typed: string): readonly string[] | null => {
  const canonical: string[] = [];
  for (const part of typed.split(/[\s,;]+/).filter(Boolean)) {
    const range = parseRange(part);
    if (!range) return null;
    canonical.push(`${networkOf(...range)}/${range[1]}`);
  }
  return [...new Set(canonical)];
};

/**
 * Whether somebody at `address` may sign in to an account with this restriction (readings 8.3). No restriction lets
 * everybody in; with one, an address that nobody knows stays outside.
 */
export const isWithinRanges = (restriction: string | null, address: string | null): boolean => {
  const ranges = restriction === null ? [] : parseNetworkRanges(restriction);
  if (ranges?.length === 0) return true;
  const caller = address === null ? null : parseAddress(address);
  if (!ranges || !caller) return false;
  return ranges.some((text) => {
    const range = parseRange(text);
    return range !== null && range[0].kind() === caller.kind() && caller.match(range[0], range[1]);
  });
};

/** A block of addresses that a limit per caller counts together. */
export interface CallerBlock {
  readonly block: string;
  /** The limit of this block is so many times the limit of one caller. */
  readonly times: number;
}

/** A site of IPv6 has 65,536 networks of /64. Counted by /64 alone, one caller had that many times each limit. */
const TIMES_FOR_SITE = 10;

/**
 * Blocks in which a limit per address counts a caller, the narrowest first: an IPv4 address, or the /64 that one household
 * or host of IPv6 has and the /48 of its site.
 */
export const callerBlocks = (address: string | null): readonly CallerBlock[] => {
  const parsed = address === null ? null : parseAddress(address);
  if (!parsed) return [{ block: 'unknown', times: 1 }];
  if (parsed.kind() === 'ipv4') return [{ block: parsed.toString(), times: 1 }];
  return [
    { block: `${networkOf(parsed, 64)}/64`, times: 1 },
    { block: `${networkOf(parsed, 48)}/48`, times: TIMES_FOR_SITE },
  ];
};
