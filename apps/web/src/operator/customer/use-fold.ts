import { usePhone } from '../../ui/use-phone.ts';

/** Returns how many rows each table of the page of a customer shows first, so that all of them are in sight. */
export const useFold = (): number => (usePhone() ? 2 : 4);
