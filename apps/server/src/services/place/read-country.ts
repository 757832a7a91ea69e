import type { Place } from '@foyer/contract/api/activity';
import type { PlaceOf } from './ports.ts';

export interface ReadCountryNeeds {
  readonly placeOf: PlaceOf;
  /** The vendor's own: what is assumed of a visitor whose address says nothing (api.md §1). */
  readonly defaultPlace: Place;
}

/** `GET ip`: the country of the caller, which decides whether the consent notice is shown (HO-02). */
export const makeReadCountry =
  ({ placeOf, defaultPlace }: ReadCountryNeeds) =>
  (address: string | null): { ip: string } & Place => ({ ip: address ?? '', ...(placeOf(address) ?? defaultPlace) });
