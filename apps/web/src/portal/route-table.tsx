import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import type { Tab } from '../features/shell/tabs.tsx';
import { config } from '../lib/config.ts';
import { lazyPage } from './lazy-page.tsx';
import type { PageProps } from './page-props.ts';
import { HomePage } from './routes/home.tsx';

export interface PortalRoute {
  readonly path: string;
  /** "{title} · {brand} Account" (SH-06). */
  readonly title: MessageDescriptor;
  readonly tab: Tab | null;
  /** `focus` hides top bar and tabs, `none` everything (SH-13, SH-15). */
  readonly chrome: 'full' | 'focus' | 'none';
  readonly isPublic?: boolean;
  /** Missing: a later issue builds it. */
  readonly Page?: ComponentType<PageProps>;
}

const Drive = lazyPage(() => import('./routes/drive.tsx').then((file) => file.DrivePage));
const Payments = lazyPage(() => import('./routes/payments.tsx').then((file) => file.PaymentsPage));
const NextPayment = lazyPage(() => import('./routes/next-payment.tsx').then((file) => file.NextPaymentPage));
const PaymentMethod = lazyPage(() => import('./routes/payment-method.tsx').then((file) => file.PaymentMethodPage));
const Receipt = lazyPage(() => import('./routes/receipt.tsx').then((file) => file.ReceiptPage));
const SignIn = lazyPage(() => import('./routes/sign-in.tsx').then((file) => file.SignInRoute));
const SignOut = lazyPage(() => import('./routes/sign-out.tsx').then((file) => file.SignOutRoute));
const Broken = lazyPage(() => import('./routes/broken.tsx').then((file) => file.BrokenPage));
const NotFound = lazyPage(() => import('./routes/not-found.tsx').then((file) => file.NotFoundPage));

const full = { chrome: 'full', tab: null } as const;
const payments = { chrome: 'full', tab: 'payments' } as const;
const focus = { chrome: 'focus', tab: 'payments' } as const;
/** The drive brand has a tab for it; the scope brand comes here from Home, whose tab stays marked (SH-07). */
const drive = { chrome: 'full', tab: config.brand.secondTab === 'subscription' ? 'second' : 'home' } as const;
const bare = { chrome: 'none', tab: null, isPublic: true } as const;

/** Every route of the portal (SH-01), first match; whatever is in none of them is not found (SH-02). */
export const portalRoutes: readonly PortalRoute[] = [
  { path: '/', title: msg`My Account`, chrome: 'full', tab: 'home', Page: HomePage },
  { path: '/security', title: msg`Security`, chrome: 'full', tab: 'second' },
  { path: '/address', title: msg`Address`, ...full },
  { path: '/payments', title: msg`Payments`, ...payments, Page: Payments },
  { path: '/payments/next', title: msg`Next Payment`, ...focus, Page: NextPayment },
  { path: '/payments/method', title: msg`Payment Method`, ...focus, Page: PaymentMethod },
  { path: '/receipt/:id', title: msg`Receipt`, ...payments, Page: Receipt },
  { path: '/cea/:emailToken', title: msg`Confirm Email Change`, ...full },
  { path: '/signin/*', title: msg`Sign in`, ...bare, Page: SignIn },
  { path: '/login/*', title: msg`Sign in`, ...bare, Page: SignIn },
  { path: '/signout', title: msg`Sign out`, ...bare, Page: SignOut },
  { path: '/logout', title: msg`Sign out`, ...bare, Page: SignOut },
  { path: '/survey/:surveyId', title: msg`Survey`, ...bare },
  { path: '/broken', title: msg`Something broke`, ...bare, Page: Broken },
  { path: '/subscriptions/drive/:subId?', title: msg`Drive Subscription`, ...drive, Page: Drive },
  { path: '/subscriptions/scope/:subId?', title: msg`Scope Subscription`, ...full },
  { path: '/subscriptions/iot', title: msg`IoT Subscription`, ...full },
  { path: '/promotions/:code?', title: msg`Promotion`, ...full },
  { path: '/codes/redeem', title: msg`Redeem Code`, ...full },
  { path: '/legacy-tekscope', title: msg`Legacy License`, ...full },
];

/** Every other path (SH-02). */
export const notFound: PortalRoute = { path: '*', title: msg`Page not found`, ...full, Page: NotFound };
