import type { Product } from '@foyer/contract/vocabulary/plans';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { Refused } from '../refused.ts';

/** Refuses a call that names a product of no family. */
export const checkProduct = ({ families }: Pick<Catalogue, 'families'>, product: Product | undefined): void => {
  if (product === undefined || families.some(({ key }) => key === product)) return;
  const known = families.map(({ key }) => key).join(', ');
  throw new Refused('INVALID_REQUEST', { field: 'product', message: `product must be one of ${known}` });
};
