/**
 * Every path of the portal, as the part after `#` (SH-01). Links are written with these functions only,
 * so that a renamed parameter is a type error and no page builds a query by hand.
 */
type Query = Readonly<Record<string, string | undefined>>;

const withQuery = (path: string, query: Query = {}): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value) search.set(key, value);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
};

const segment = (value: string | undefined): string => (value ? `/${encodeURIComponent(value)}` : '');

interface DriveChoice {
  subId?: string | undefined;
  plan?: string | undefined;
  /** Why the visitor was sent here: `newuser` is onboarding (DR-01). */
  r?: string | undefined;
  step?: 'plan' | 'review' | undefined;
}

export const paths = {
  home: '/',
  security: ({ active }: { active?: 'email' | undefined } = {}) => withQuery('/security', { active }),
  address: ({ returnPath }: { returnPath?: string | undefined } = {}) => withQuery('/address', { returnPath }),
  payments: ({ active }: { active?: 'receipts' | 'payment' | undefined } = {}) => withQuery('/payments', { active }),
  nextPayment: '/payments/next',
  paymentMethod: ({ returnPath }: { returnPath?: string | undefined } = {}) =>
    withQuery('/payments/method', { returnPath }),
  receipt: (id: string) => `/receipt${segment(id)}`,
  confirmEmail: (token: string) => `/cea${segment(token)}`,
  signIn: ({ to }: { to?: string | undefined } = {}) => withQuery('/signin', { to }),
  signOut: ({ reason, to }: { reason?: string | undefined; to?: string | undefined } = {}) =>
    withQuery('/signout', { reason, to }),
  survey: (id: string) => `/survey${segment(id)}`,
  broken: '/broken',
  drive: ({ subId, ...query }: DriveChoice = {}) => withQuery(`/subscriptions/drive${segment(subId)}`, { ...query }),
  scope: ({ subId, ...query }: { subId?: string; package?: string; r?: string } = {}) =>
    withQuery(`/subscriptions/scope${segment(subId)}`, query),
  iot: '/subscriptions/iot',
  promotion: ({ code, from }: { code?: string; from?: string } = {}) =>
    withQuery(`/promotions${segment(code)}`, { from }),
  redeemCode: '/codes/redeem',
  legacyNotice: '/legacy-tekscope',
} as const;
