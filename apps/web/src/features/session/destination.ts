import { withoutReferrer } from '../../lib/referrer.ts';
import { sameSitePath } from '../../lib/same-site-path.ts';

/**
 * Destination of a sign-in: the decoded path after `/signin`, else the query `to`, else Home; other query parameters
 * are kept (SE-02). Only paths of this portal are accepted.
 */
export const destinationOf = (rest: string, query: URLSearchParams): string => {
  const remainingQuery = new URLSearchParams(query);
  remainingQuery.delete('token');
  remainingQuery.delete('to');
  const wanted = rest ? `/${rest.replace(/^\//, '')}` : (query.get('to') ?? '/');
  const safe = sameSitePath(wanted, '/');
  // only an arrival at the root has referrer parameters (SE-03)
  const text = (safe === '/' ? remainingQuery : withoutReferrer(remainingQuery)).toString();
  return text ? `${safe}${safe.includes('?') ? '&' : '?'}${text}` : safe;
};
