import { randomBytes } from 'node:crypto';

/** 32 signs, without those that are read for one another, 0 and O, 1 and I: what is typed counts letter by letter (CD-03). */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const randomSigns = (count: number): string =>
  Array.from(randomBytes(count), (byte) => SIGNS.charAt(byte & 31)).join('');

/** A coupon's display part, or the code of a promotion: 16 signs of 5 random bits, 80 in all (threats.md §3). */
export const newCode = (): string => randomSigns(16);

/** What tells one batch of codes from another; nobody has to keep it secret. */
export const newBatchMark = (): string => randomSigns(5).toLowerCase();
