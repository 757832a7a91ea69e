import type { ShownFamily } from '@foyer/contract/api/portal-config';
import { t } from '@lingui/core/macro';
import type { FunctionComponent } from 'react';
import type { Tab } from '../features/shell/tabs.tsx';
import { config } from '../lib/config.ts';
import { paths } from '../lib/paths.ts';
import { removeRecord } from '../lib/session/record.ts';
import { isSecondTab } from '../shared/catalogue/families.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';
import type { SubscriptionPageProps } from './page-props.ts';
import { HomePage } from './routes/home.tsx';

export interface PortalRoute {
  readonly path: string;
  /** Heading of the page, also when its script does not load. Title of the browser tab: "{title} · {brand} Account" (SH-06). */
  readonly title: string;
  readonly tab: Tab | null;
  /** `wide` hides the tabs, `focus` the top bar too, `none` everything (SH-13, SH-15). */
  readonly chrome: 'full' | 'wide' | 'focus' | 'none';
  readonly isPublic?: boolean;
  /** Shows the title while the page loads. Not for pages whose heading depends on their data. */
  readonly isEarly?: boolean;
  /** Path of the link above its heading. */
  readonly parent?: string | false;
  /** Family of a page of subscriptions. */
  readonly family?: ShownFamily;
  readonly Page: FunctionComponent<SubscriptionPageProps> & Partial<Pick<LazyPage<SubscriptionPageProps>, 'load'>>;
}

const Address = lazyPage(() => import('./routes/address.tsx'));
/** Page of the subscriptions of a family, by its kind. */
const subscriptionPages = {
  plans: lazyPage<SubscriptionPageProps>(() => import('./routes/plans.tsx')),
  tiers: lazyPage<SubscriptionPageProps>(() => import('./routes/tiers.tsx')),
  metered: lazyPage<SubscriptionPageProps>(() => import('./routes/metered.tsx')),
};
const RedeemCode = lazyPage(() => import('./routes/redeem-code.tsx'));
const Promotion = lazyPage(() => import('./routes/promotion.tsx'));
const Legacy = lazyPage(() => import('./routes/legacy.tsx'));
const Payments = lazyPage(() => import('./routes/payments.tsx'));
const NextPayment = lazyPage(() => import('./routes/next-payment.tsx'));
const PaymentMethod = lazyPage(() => import('./routes/payment-method.tsx'));
const Receipt = lazyPage(() => import('./routes/receipt.tsx'));
const Security = lazyPage(() => import('./routes/security.tsx'));
const Activity = lazyPage(() => import('./routes/security-activity.tsx'));
const CloseAccount = lazyPage(() => import('./routes/close-account.tsx'));
const ConfirmEmail = lazyPage(() => import('./routes/confirm-email.tsx'));
const Connect = lazyPage(() => import('./routes/connect.tsx'));
const SignIn = lazyPage(() => import('./routes/sign-in.tsx'));
/** Signs out in this browser if the script of the page does not load, for example offline (SE-04). */
const SignOut = lazyPage(() =>
  import('./routes/sign-out.tsx').catch((cause) => {
    removeRecord();
    throw cause;
  }),
);
const Survey = lazyPage(() => import('./routes/survey.tsx'));
const Broken = lazyPage(() => import('./routes/broken.tsx'));
const NotFound = lazyPage(() => import('./routes/not-found.tsx'));

const full = { chrome: 'full', tab: null } as const;
const wide = { chrome: 'wide', tab: null } as const;
const payments = { chrome: 'full', tab: 'payments', isEarly: true } as const;
const focus = { chrome: 'focus', tab: 'payments' } as const;
/** Pages of security. They have a tab in some brands only; in others the Home tab stays marked (SH-07). */
const security = {
  chrome: 'full',
  tab: config.brand.secondTab === 'security' ? 'second' : 'home',
  parent: paths.security(),
  isEarly: true,
} as const;
/** Layout of Home and of pages without a tab. The Home tab stays marked, because these pages are reached from Home. */
const byHome = { chrome: 'full', tab: 'home', parent: paths.home } as const;
const bare = { chrome: 'none', tab: null, isPublic: true } as const;

/** Routes of the subscriptions. A metered family has one page for all. The bare path opens the family of the second tab. */
const subscriptions = config.families.map((family): PortalRoute => {
  const { key, kind, name } = family;
  return {
    path: `/subscriptions/${key}${kind === 'metered' ? '' : '/:subId?'}`,
    title: t`${name} subscription`,
    chrome: 'full',
    tab: isSecondTab(key) ? 'second' : 'home',
    parent: !isSecondTab(key) && paths.home,
    isEarly: true,
    family,
    Page: subscriptionPages[kind],
  };
});

/** All routes of the portal (SH-01). The first match wins; other paths are not found (SH-02). */
export const portalRoutes: readonly PortalRoute[] = [
  { path: '/', title: t`My Account`, ...byHome, parent: false, Page: HomePage },
  {
    path: '/security',
    title: t`Security`,
    ...security,
    parent: security.tab === 'home' && paths.home,
    Page: Security,
  },
  {
    path: '/security/activity',
    title: t`Security activity`,
    ...security,
    Page: Activity,
  },
  // the page exists only in brands that offer closing an account (SC-10)
  ...(config.brand.canClose
    ? [
        {
          path: '/security/close',
          title: t`Close account`,
          ...security,
          Page: CloseAccount,
        },
      ]
    : []),
  { path: '/address', title: t`Add or Change Address`, ...byHome, Page: Address },
  { path: '/payments', title: t`Payments`, ...payments, Page: Payments },
  { path: '/payments/next', title: t`Next payment`, isEarly: true, ...focus, Page: NextPayment },
  { path: '/payments/method', title: t`Payment method`, ...focus, Page: PaymentMethod },
  { path: '/receipt/:id', title: t`Receipt`, ...payments, parent: paths.payments(), Page: Receipt },
  { path: '/cea/:emailToken', title: t`Confirm Email Change`, ...full, Page: ConfirmEmail },
  { path: '/connect/:id?', title: t`Sign in`, ...bare, isPublic: false, Page: Connect },
  { path: '/(sign|log)in/*', title: t`Sign in`, ...bare, Page: SignIn },
  { path: '/(sign|log)out/:id?', title: t`Sign out`, ...bare, Page: SignOut },
  { path: '/survey/:surveyId', title: t`Survey`, ...bare, Page: Survey },
  { path: '/broken', title: t`Something broke`, ...bare, Page: Broken },
  ...subscriptions,
  ...subscriptions.filter(({ tab }) => tab === 'second').map((route) => ({ ...route, path: '/subscriptions' })),
  { path: '/promotions/*', title: t`Promotion`, ...wide, Page: Promotion },
  { path: '/codes/redeem', title: t`Redeem a prepaid code`, isEarly: true, ...byHome, Page: RedeemCode },
  ...(config.hasLegacyPlans ? [{ path: '/legacy-tekscope', title: t`Legacy License`, ...byHome, Page: Legacy }] : []),
];

/** Page for all other paths (SH-02). */
export const notFound: PortalRoute = { path: '*', title: t`Page not found`, ...full, Page: NotFound };
