import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses an address in canonical spelling: dotted decimal IPv4, or IPv6 without a zone. IPv4-mapped IPv6 addresses
 * become IPv4. Null if invalid.
 */
const parseAddress = (text: string): Address | null => {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text) || text.includes('%')) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
};

const parseRange = (text: string): [Address, number] | null => {
  const [, start = '', bits] = /^([0-9A-Fa-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const address = parseAddress(start);
  // An IPv4 range written as IPv6 counts its bits differently. Refused, because it would be a mistake.
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
 * Parses network ranges separated by commas, semicolons or white space, each `address/bits` or one address (RFC 4632,
 * RFC 4291 §2.3). Returns them in canonical spelling, an empty list for an empty text, null if one is invalid.
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
 * Tells whether a caller at `address` may sign in to an account with this restriction. Without a restriction every caller
 * may. With one, a caller without a known address may not.
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

/** Block of addresses that a rate limit counts together. */
export interface CallerBlock {
  readonly block: string;
  /** Factor by which the limit of this block exceeds that of one caller. */
  readonly times: number;
}

/** An IPv6 site has 65,536 networks of /64. Counting by /64 alone would multiply each limit by that number. */
const TIMES_FOR_SITE = 10;

/** Blocks that count a caller, narrowest first: an IPv4 address, or the /64 of an IPv6 host and the /48 of its site. */
export const callerBlocks = (address: string | null): readonly CallerBlock[] => {
  const parsed = address === null ? null : parseAddress(address);
  if (!parsed) return [{ block: 'unknown', times: 1 }];
  if (parsed.kind() === 'ipv4') return [{ block: parsed.toString(), times: 1 }];
  return [
    { block: `${networkOf(parsed, 64)}/64`, times: 1 },
    { block: `${networkOf(parsed, 48)}/48`, times: TIMES_FOR_SITE },
  ];
};
