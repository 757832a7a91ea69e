import type { Device, Place } from '@foyer/contract/api/activity';
import type { Origin } from '../identity/ports.ts';

/** The country an address is registered in; null for a private, reserved or unknown one. */
export type PlaceOf = (address: string | null) => Place | null;

/** What a browser says of itself, as far as it can be told; it may say anything. */
export type DescribeDevice = (userAgent: string | null) => Device;

/** Where a call came from, as a mail about it says it. What is not known is not mentioned. */
export type OriginFacts = (origin: Pick<Origin, 'address' | 'userAgent'>) => Readonly<Record<string, string>>;
