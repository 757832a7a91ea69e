import { randomBytes } from 'node:crypto';

/** 32 characters, without 0, O, 1 and I, which are mistaken for each other. Codes are compared exactly (CD-03). */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const randomSigns = (count: number): string =>
  Array.from(randomBytes(count), (byte) => SIGNS.charAt(byte & 31)).join('');

const CODE_SIGNS = 28;

/**
 * Display part of a coupon code, or code of a promotion: 28 characters of 5 random bits each, in groups of four that
 * people can type. ASVS 11.5.1 requires 128 bits. Codes of earlier releases have 80 and stay valid.
 */
export const newCode = (): string => randomSigns(CODE_SIGNS).replaceAll(/(.{4})(?=.)/g, '$1-');

/** Mark that distinguishes one batch of codes from another. It is not secret. */
export const newBatchMark = (): string => randomSigns(5).toLowerCase();
