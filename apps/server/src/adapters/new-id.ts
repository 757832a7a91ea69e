import { type IdKind, idPrefix } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { encodeTime, monotonicFactory } from 'ulid';

const ulid = monotonicFactory();

/** `sub_01J…`: a prefix that says what it is, then a ULID, which sorts by age also within a millisecond. */
export const newId = (kind: IdKind): string => `${idPrefix[kind]}_${ulid()}`;

/** Sorts behind every id of the kind that was made before `at`, and before every later one: age by the key alone. */
export const firstIdAt = (kind: IdKind, at: Instant): string => `${idPrefix[kind]}_${encodeTime(at)}`;
