import type { CallError } from '../lib/call-error.ts';
import { tooManyTries, Wait } from './too-many-tries.tsx';

/** Reason of a read that was refused because it came too often. */
const ReadLimit = ({ of }: { of: unknown }) => (
  <>
    {tooManyTries} <Wait seconds={(of as CallError).retryAfter} />
  </>
);

export default ReadLimit;
