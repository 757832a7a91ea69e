import { randomBytes } from 'node:crypto';

/** 32 characters, without 0, O, 1 and I, which are mistaken for each other. Codes are compared exactly (CD-03). */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const randomSigns = (count: number): string =>
  Array.from(randomBytes(count), (byte) => SIGNS.charAt(byte & 31)).join('');

/**
 * Display part of a coupon code, or code of a promotion: 16 characters of 5 random bits each. With 80 bits a code cannot be
 * guessed within the limits of wrong codes.
 */
export const newCode = (): string => randomSigns(16);

/** Mark that distinguishes one batch of codes from another. It is not secret. */
export const newBatchMark = (): string => randomSigns(5).toLowerCase();
