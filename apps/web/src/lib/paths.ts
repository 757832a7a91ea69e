type Query = Readonly<Record<string, string | undefined>>;

const withQuery = (path: string, query: Query = {}): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value) search.set(key, value);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
};

const segment = (value: string | undefined): string => (value ? `/${encodeURIComponent(value)}` : '');

interface PlanChoice {
  subId?: string | undefined;
  plan?: string | undefined;
  /** Plan of a family with tiers: a plan, its short id or an interval id (SP-03). */
  package?: string | undefined;
  /** Reason for the visit. `newuser`: onboarding (DR-01). `add`: after a new subscription. */
  r?: string | undefined;
  step?: 'plan' | 'review' | 'done' | undefined;
  /** `now`: pay at once instead of taking the offered trial (SP-02). */
  pay?: string | undefined;
  /** Discount code. Never a code that is redeemed for a plan (CD-05). */
  coupon?: string | undefined;
  /** Auto-renew, `on` or `off`, as chosen in the review. It survives a detour to the card or address form. */
  renew?: string | undefined;
  /** Chosen maintenance extension of a perpetual licence (MA-01). */
  extension?: string | undefined;
  /** End of maintenance when the extension was chosen. With another end the choice is void. */
  from?: string | undefined;
}

/**
 * Addresses of all pages with their query parameters (SH-01). Links are only made with these functions, so that a
 * renamed parameter is a type error.
 */
export const paths = {
  home: '/',
  security: ({ active }: { active?: 'email' | 'password' | 'mfa' | undefined } = {}) =>
    withQuery('/security', { active }),
  securityActivity: '/security/activity',
  closeAccount: '/security/close',
  /** `r=newuser` marks the onboarding of a new customer (AD-02). `next=review` skips the card step after it. */
  address: (query: { returnPath?: string | undefined; r?: string | undefined; next?: 'review' | undefined } = {}) =>
    withQuery('/address', { ...query }),
  payments: ({ active }: { active?: 'receipts' | 'payment' | undefined } = {}) => withQuery('/payments', { active }),
  nextPayment: '/payments/next',
  /** `r=newuser` marks the onboarding of a new customer (PM-05). */
  paymentMethod: (query: { returnPath?: string | undefined; r?: string | undefined } = {}) =>
    withQuery('/payments/method', { ...query }),
  receipt: (id: string) => `/receipt${segment(id)}`,
  confirmEmail: (token: string) => `/cea${segment(token)}`,
  signIn: ({ to }: { to?: string | undefined } = {}) => withQuery('/signin', { to }),
  signOut: ({ reason, to }: { reason?: string | undefined; to?: string | undefined } = {}) =>
    withQuery('/signout', { reason, to }),
  survey: (id: string) => `/survey${segment(id)}`,
  broken: '/broken',
  subscription: (family: string | undefined, { subId, ...query }: PlanChoice = {}) =>
    withQuery(`/subscriptions${segment(family)}${segment(subId)}`, { ...query }),
  promotion: ({ code, from }: { code?: string; from?: string } = {}) =>
    withQuery(`/promotions${segment(code)}`, { from }),
  redeemCode: '/codes/redeem',
  legacyNotice: '/legacy-tekscope',
} as const;
