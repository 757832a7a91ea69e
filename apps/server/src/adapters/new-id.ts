import { type IdKind, idPrefix } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { encodeTime, monotonicFactory } from 'ulid';

const ulid = monotonicFactory();

/** Makes an id such as `sub_01J…`: a prefix of its kind, then a ULID. Ids sort by age, also within a millisecond. */
export const newId = (kind: IdKind): string => `${idPrefix[kind]}_${ulid()}`;

/** Returns the smallest id of this kind at a time. A condition on the key can select rows by age. */
export const firstIdAt = (kind: IdKind, at: Instant): string => `${idPrefix[kind]}_${encodeTime(at)}`;
