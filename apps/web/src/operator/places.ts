import { mayCall, type OperatorCall } from '@foyer/contract/vocabulary/operator-roles';

/** Every page of the console, as the part after `#`. What was typed into the search stands in none. */
export const places = {
  customers: '/',
  customer: (accountId: string) => `/customers/${encodeURIComponent(accountId)}`,
  reviews: '/reviews',
  codes: '/codes',
  batch: (id: string) => `/codes/${encodeURIComponent(id)}`,
  catalogue: '/catalogue',
  work: '/work',
  audit: '/audit',
  password: '/password',
} as const;

/** The pages of the list. */
export type ListedPage = 'customers' | 'reviews' | 'codes' | 'catalogue' | 'work' | 'audit';
export type PageName = ListedPage | 'password';

/** The call without which a page shows nothing: who may not make it does not see the page in the list. */
export const callOf: Readonly<Record<PageName, OperatorCall>> = {
  customers: 'POST /api/operator/customers/search',
  reviews: 'GET /api/operator/reviews',
  codes: 'GET /api/operator/coupon-batches',
  catalogue: 'GET /api/operator/catalogue',
  work: 'GET /api/operator/work',
  audit: 'GET /api/operator/audit',
  password: 'POST /api/operator/me/change-password',
};

const names: readonly string[] = Object.keys(callOf);

export interface Place {
  readonly page: PageName;
  /** The customer or the batch that is open. */
  readonly id: string | null;
}

/** What a path leads to; one that leads nowhere is the start. */
export const readPlace = (path: string): Place => {
  const [name = '', id = ''] = path.split('/').slice(1);
  if (!names.includes(name)) return { page: 'customers', id: null };
  const mayOpen = name === 'customers' || name === 'codes';
  try {
    return { page: name as PageName, id: mayOpen && id ? decodeURIComponent(id) : null };
  } catch {
    return { page: name as PageName, id: null };
  }
};

/** Where an operator is. The start of who may not look for customers is the first page of theirs. */
export const placeFor = (path: string, roles: readonly string[]): Place => {
  const place = readPlace(path);
  if (path !== places.customers || mayCall(roles, callOf[place.page])) return place;
  const first = (Object.keys(callOf) as PageName[]).find((name) => mayCall(roles, callOf[name]));
  return { page: first ?? place.page, id: null };
};
