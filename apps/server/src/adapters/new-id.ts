import { type IdKind, idPrefix } from '@foyer/contract/vocabulary/ids';
import { monotonicFactory } from 'ulid';

const ulid = monotonicFactory();

/** `sub_01J…`: a prefix that says what it is, then a ULID, which sorts by age also within a millisecond. */
export const newId = (kind: IdKind): string => `${idPrefix[kind]}_${ulid()}`;
