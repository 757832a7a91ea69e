import type { Place } from '@foyer/contract/api/activity';
import type { PlaceOf } from './place-ports.ts';

interface Dependencies {
  readonly placeOf: PlaceOf;
  /** Country of a visitor whose IP address has no known country. */
  readonly defaultPlace: Place;
}

/** Returns the country of the caller (`GET ip`). It decides whether the consent notice is shown (HO-02). */
export const makeReadCountry =
  ({ placeOf, defaultPlace }: Dependencies) =>
  (address: string | null): { ip: string } & Place => ({ ip: address ?? '', ...(placeOf(address) ?? defaultPlace) });
