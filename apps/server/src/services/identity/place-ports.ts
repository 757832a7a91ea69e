import type { Device, Place } from '@foyer/contract/api/activity';
import type { Origin } from './ports.ts';

/** Returns the country of an IP address; null if it is private, reserved or unknown. */
export type PlaceOf = (address: string | null) => Place | null;

/** Returns browser and system from a user agent. The caller can send any text. */
export type DescribeDevice = (userAgent: string | null) => Device;

/** Returns the origin of a call as template values of mails. Unknown facts are left out. */
export type OriginFacts = (origin: Pick<Origin, 'address' | 'userAgent'>) => Readonly<Record<string, string>>;
