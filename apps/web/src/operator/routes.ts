import { mayCall, type OperatorCall } from '@foyer/contract/vocabulary/operator-roles';
import { matchRoute } from '../lib/match-route.ts';

/**
 * Addresses of all pages of the operator site, as the part after `#`. They never contain a search text, which may be
 * personal data.
 */
export const operatorPaths = {
  customers: '/',
  customer: (accountId: string) => `/customers/${encodeURIComponent(accountId)}`,
  reviews: '/reviews',
  codes: '/codes',
  batch: (id: string) => `/codes/${encodeURIComponent(id)}`,
  catalogue: '/catalogue',
  work: '/work',
  hooks: '/hooks',
  hook: (id: string) => `/hooks/${encodeURIComponent(id)}`,
  keys: '/keys',
  audit: '/audit',
  password: '/password',
} as const;

/** Pages in the list. */
export type ListedPage = 'customers' | 'reviews' | 'codes' | 'catalogue' | 'work' | 'hooks' | 'keys' | 'audit';
export type PageName = ListedPage | 'password';

/** Call that each page needs. Operators who may not make it do not see the page in the list. */
export const requiredCalls: Readonly<Record<PageName, OperatorCall>> = {
  customers: 'POST /api/operator/customers/search',
  reviews: 'GET /api/operator/reviews',
  codes: 'GET /api/operator/coupon-batches',
  catalogue: 'GET /api/operator/catalogue',
  work: 'GET /api/operator/work',
  hooks: 'GET /api/operator/hooks',
  keys: 'GET /api/operator/vendor-keys',
  audit: 'GET /api/operator/audit',
  password: 'POST /api/operator/me/change-password',
};

/** Pages of the list, in its order. */
export const listedPages = [
  'customers',
  'reviews',
  'codes',
  'catalogue',
  'work',
  'hooks',
  'keys',
  'audit',
] as const satisfies readonly ListedPage[];

export const mayOpen = (roles: readonly string[], page: PageName): boolean => mayCall(roles, requiredCalls[page]);

export interface OperatorRoute {
  readonly page: PageName;
  /** Id of the open customer, batch or message. */
  readonly id: string | null;
}

const isPage = (name: string): name is PageName => Object.hasOwn(requiredCalls, name);

/** Pages of one customer, batch or message. */
const withId: readonly PageName[] = ['customers', 'codes', 'hooks'];

/** Parses a path to its route. An unknown path gives the start page. An id has no `%` once it is decoded. */
export const parseRoute = (path: string): OperatorRoute => {
  const { page = '', id } = matchRoute('/:page/:id?', path) ?? {};
  if (!isPage(page)) return { page: 'customers', id: null };
  return { page, id: id && withId.includes(page) && !id.includes('%') ? id : null };
};

/** Returns the route that an operator sees. Without the role for the start page it is the first page that the roles allow. */
export const routeFor = (path: string, roles: readonly string[]): OperatorRoute => {
  const place = parseRoute(path);
  if (path !== operatorPaths.customers || mayCall(roles, requiredCalls[place.page])) return place;
  const first = (Object.keys(requiredCalls) as PageName[]).find((name) => mayCall(roles, requiredCalls[name]));
  return { page: first ?? place.page, id: null };
};
