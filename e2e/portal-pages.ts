/** Pages of the portal that the walks open as Pia, who holds a subscription of each family. */

export interface PortalPage {
  readonly path: string;
  /** Title without the name of the brand. */
  readonly title: string;
  /** Text that appears when the page has loaded. */
  readonly ready: string | RegExp;
}

/** Pages that differ between the brands only in colours and tabs. */
export const COMMON_PAGES: readonly PortalPage[] = [
  { path: '/', title: 'My Account', ready: /Your next payment is/ },
  { path: '/subscriptions/drive', title: 'Drive subscription', ready: 'Current plan' },
  {
    path: '/subscriptions/drive?plan=pln_drive_starter_yearly&step=review',
    title: 'Drive subscription',
    ready: 'Estimated cost',
  },
  { path: '/payments', title: 'Payments', ready: 'Past payments' },
  { path: '/payments/next', title: 'Next payment', ready: 'Tax, Boston MA (8.25%)' },
  { path: '/payments/method', title: 'Payment method', ready: 'What happens when you save' },
  { path: '/nonsense', title: 'Page not found', ready: 'Page not found' },
  { path: '/address', title: 'Add or Change Address', ready: 'Add or Change Address' },
];

/** Pages to open in one brand: they exist only there, or share all parts with the pages above. */
export const OTHER_PAGES = {
  localhost: [
    { path: '/security', title: 'Security', ready: 'Security activity' },
    { path: '/security?active=email', title: 'Security', ready: 'New email' },
    { path: '/security?active=password', title: 'Security', ready: 'New password' },
    { path: '/security?active=mfa', title: 'Security', ready: 'Enter the code it shows' },
    { path: '/security/activity', title: 'Security activity', ready: 'Signed in' },
    { path: '/subscriptions/scope', title: 'Scope subscription', ready: 'Scope subscription' },
    {
      path: '/subscriptions/scope?package=pln_scope_starter_yearly&step=review',
      title: 'Scope subscription',
      ready: 'Estimated cost',
    },
    { path: '/subscriptions/iot', title: 'IoT subscription', ready: 'Due today' },
    { path: '/codes/redeem', title: 'Redeem a prepaid code', ready: 'Redeem a prepaid code' },
    { path: '/promotions', title: 'Promotion', ready: /^Promotion/ },
    { path: '/promotions/2-series', title: 'Promotion', ready: 'Subscribe' },
    { path: '/legacy-tekscope', title: 'Legacy License', ready: 'Legacy License' },
  ],
  'drive.localhost': [{ path: '/security/close', title: 'Close account', ready: 'Your data is lost' }],
} satisfies Readonly<Record<string, readonly PortalPage[]>>;
