import type { Device, Place } from '@foyer/contract/api/activity';
import type { Origin } from '../identity/ports.ts';

/** The country an address is registered in; null for a private, reserved or unknown one. */
export type PlaceOf = (address: string | null) => Place | null;

/** Returns browser and system from a user agent. The caller can send any text. */
export type DescribeDevice = (userAgent: string | null) => Device;

/** Returns the origin of a call as template values of mails. Unknown facts are left out. */
export type OriginFacts = (origin: Pick<Origin, 'address' | 'userAgent'>) => Readonly<Record<string, string>>;
