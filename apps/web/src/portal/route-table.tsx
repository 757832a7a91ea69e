import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import type { Tab } from '../features/shell/tabs.tsx';
import { config } from '../lib/config.ts';
import { removeRecord } from '../lib/session/record.ts';
import { lazyPage } from './lazy-page.tsx';
import type { PageProps } from './page-props.ts';
import { HomePage } from './routes/home.tsx';
import { loadOfferTexts, loadPlanTexts, loadSecurityTexts } from './texts.ts';

export interface PortalRoute {
  readonly path: string;
  /** Title of the browser tab: "{title} · {brand} Account" (SH-06). */
  readonly title: MessageDescriptor;
  readonly tab: Tab | null;
  /** `wide` hides the tabs, `focus` the top bar too, `none` everything (SH-13, SH-15). */
  readonly chrome: 'full' | 'wide' | 'focus' | 'none';
  readonly isPublic?: boolean;
  readonly Page: ComponentType<PageProps>;
}

const Address = lazyPage(() => import('./routes/address.tsx'));
const Drive = lazyPage(() => import('./routes/drive.tsx'), loadPlanTexts);
const Scope = lazyPage(() => import('./routes/scope.tsx'), loadPlanTexts);
const Iot = lazyPage(() => import('./routes/iot.tsx'), loadPlanTexts);
const RedeemCode = lazyPage(() => import('./routes/redeem-code.tsx'), loadOfferTexts);
const Promotion = lazyPage(() => import('./routes/promotion.tsx'), loadOfferTexts);
const Legacy = lazyPage(() => import('./routes/legacy.tsx'));
const Payments = lazyPage(() => import('./routes/payments.tsx'));
const NextPayment = lazyPage(() => import('./routes/next-payment.tsx'));
const PaymentMethod = lazyPage(() => import('./routes/payment-method.tsx'));
const Receipt = lazyPage(() => import('./routes/receipt.tsx'));
const Security = lazyPage(() => import('./routes/security.tsx'), loadSecurityTexts);
const Activity = lazyPage(() => import('./routes/security-activity.tsx'), loadSecurityTexts);
const CloseAccount = lazyPage(() => import('./routes/close-account.tsx'), loadSecurityTexts);
const ConfirmEmail = lazyPage(() => import('./routes/confirm-email.tsx'), loadSecurityTexts);
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
const payments = { chrome: 'full', tab: 'payments' } as const;
const focus = { chrome: 'focus', tab: 'payments' } as const;
/** Pages of drive. They have a tab in the drive brand; in the scope brand the Home tab stays marked (SH-07). */
const drive = { chrome: 'full', tab: config.brand.secondTab === 'subscription' ? 'second' : 'home' } as const;
/** Pages of scope. They have a tab in the scope brand only. */
const security = { chrome: 'full', tab: config.brand.secondTab === 'security' ? 'second' : 'home' } as const;
/** Layout of Home and of pages without a tab. The Home tab stays marked, because these pages are reached from Home. */
const byHome = { chrome: 'full', tab: 'home' } as const;
const bare = { chrome: 'none', tab: null, isPublic: true } as const;

/** All routes of the portal (SH-01). The first match wins; other paths are not found (SH-02). */
export const portalRoutes: readonly PortalRoute[] = [
  { path: '/', title: msg`My Account`, ...byHome, Page: HomePage },
  { path: '/security', title: msg`Security`, ...security, Page: Security },
  { path: '/security/activity', title: msg`Security Activity`, ...security, Page: Activity },
  // the page exists only in brands that offer closing an account (SC-10)
  ...(config.brand.canClose
    ? [{ path: '/security/close', title: msg`Close Account`, ...security, Page: CloseAccount }]
    : []),
  { path: '/address', title: msg`Address`, ...byHome, Page: Address },
  { path: '/payments', title: msg`Payments`, ...payments, Page: Payments },
  { path: '/payments/next', title: msg`Next Payment`, ...focus, Page: NextPayment },
  { path: '/payments/method', title: msg`Payment Method`, ...focus, Page: PaymentMethod },
  { path: '/receipt/:id', title: msg`Receipt`, ...payments, Page: Receipt },
  { path: '/cea/:emailToken', title: msg`Confirm Email Change`, ...full, Page: ConfirmEmail },
  { path: '/(sign|log)in/*', title: msg`Sign in`, ...bare, Page: SignIn },
  { path: '/(sign|log)out', title: msg`Sign out`, ...bare, Page: SignOut },
  { path: '/survey/:surveyId', title: msg`Survey`, ...bare, Page: Survey },
  { path: '/broken', title: msg`Something broke`, ...bare, Page: Broken },
  { path: '/subscriptions/drive/:subId?', title: msg`Drive Subscription`, ...drive, Page: Drive },
  { path: '/subscriptions/scope/:subId?', title: msg`Scope Subscription`, ...byHome, Page: Scope },
  { path: '/subscriptions/iot', title: msg`IoT Subscription`, ...byHome, Page: Iot },
  { path: '/promotions/*', title: msg`Promotion`, ...wide, Page: Promotion },
  { path: '/codes/redeem', title: msg`Redeem Code`, ...byHome, Page: RedeemCode },
  { path: '/legacy-tekscope', title: msg`Legacy License`, ...byHome, Page: Legacy },
];

/** Page for all other paths (SH-02). */
export const notFound: PortalRoute = { path: '*', title: msg`Page not found`, ...full, Page: NotFound };
