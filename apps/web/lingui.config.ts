import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { LANGUAGES } from './src/locales/languages.ts';

const src = '<rootDir>/src';
const tests = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'];

/** Parts of Home that load when they are scrolled into view or opened. */
const homeLater = [
  'features/consent',
  'features/review',
  'features/home/{more-panel,challenges-notice}.tsx',
  'features/security/components/home-security.tsx',
];
/** Pages about money, which load their texts themselves (`portal/payment-texts.ts`, `portal/card-texts.ts`). */
const paymentPages = [
  '**/features/billing/**',
  '**/portal/routes/{payments,next-payment,payment-method,promotion-card,receipt}.tsx',
];
/** Page where a card is added or changed (`portal/card-texts.ts`). */
const cardPage = [
  'portal/routes/{payment-method,promotion-card}.tsx',
  'features/billing/components/{payment-method,payment-method-form,card-entry-notice,card-saved,save-card-error,save-card-summary}.tsx',
  'features/billing/components/{sandbox,stripe}-card-field.tsx',
];
/** Notices about money outside of the payment pages, and results of a payment (`features/billing/paid-texts.ts`). */
const moneyNotices =
  'features/billing/components/{paid-notice,unpaid-notice,pay-failure-notice,pay-result,ended-plan}.tsx';
const securityRoutes = '**/portal/routes/{security,security-activity,close-account,confirm-email}.tsx';
/** Pages where plans are chosen. No other page needs their texts. */
const planPages = ['**/features/subscriptions/**', '**/portal/routes/{drive,scope,iot}.tsx'];
/** Parts of forms that only the security pages use. */
const securityParts = '**/ui/{setting-editor,sign-in-again,failures/setting-words}.tsx';
/** Menus of the frame and of Home, and the note about stale data. Their texts are in the first chunk. */
const menus = '**/ui/{menu,stale-data-note}.tsx';
/** Errors shown instead of a failed part, in the first chunk of the portal and in the operator site. */
const fallenParts = '**/ui/section.tsx';
/** Fields of a new password: on the security pages, the sign-in site and the operator site. */
const passwordParts = '**/ui/new-password.tsx';
/**
 * Parts of perpetual licences, which few customers have. The plan pages contain their placeholder and the parts that
 * other pages show.
 */
const licenceParts = '**/subscriptions/licence/!(licence-skeleton|licence-statement|licence-header).tsx';
/**
 * Parts of the order review (`order-texts.ts`). Maintenance extensions also use the texts of failures and the rows of
 * address and payment.
 */
const orderParts = [
  'components/{plan-request,change-failure,coupon-refused,review-order,timeline-lines,quote-lines,renew-row,plan-change,pay-button,quote-error}.tsx',
  'components/{losses,free-time,discount-ends}-notice.tsx',
  'components/{address-row.tsx,payment-row.tsx,use-outcome-text.ts}',
  'tiered/trial-choice.tsx',
  'iot/{iot-order,iot-summary}.tsx',
  'scope/additional-subscription-notice.tsx',
].map((part) => `**/subscriptions/${part}`);
/** Page that is shown once, after the purchase of a scope plan. */
const scopeDone = '**/subscriptions/scope/scope-done-page.tsx';
/** Parts about money and the choice of plans. */
const moneyParts = '**/ui/load-error.tsx';
/** Bank challenges, which few customers get (`bank-texts.ts`). */
const bankParts = '**/ui/{challenge-notice,resumed-challenge}.tsx';
/** Panel of the user menu, loaded when it opens (`menu-texts.ts`). */
const userMenu = '**/shell/user-menu-panel.tsx';
/** Notices about an export review: at the end of Home, and on the pages of plans, codes and promotions. */
const reviewParts = '**/ui/export-review.tsx';
/** Refusal of a student plan, a part of the failures. */
const schoolPlan = '**/ui/student-email.tsx';
/** Failures of purchases, codes and promotions (`ui/failures/texts.ts`). */
const purchaseFailures = '**/ui/failures/purchase-words.tsx';
/** Failures of orders, which come with those. */
const orderFailures = 'features/subscriptions/components/order-failures.tsx';
/** Failures of any call, also a part of `failures`. */
const commonFailures = '**/ui/failures/{common,account}-words.tsx';
/** Those of calls with a session of a customer. */
const accountFailures = '**/ui/failures/account-words.tsx';
/**
 * Parts of `ui` about orders and money, or in the frame of the portal. The other sites and the security pages do not
 * use them.
 */
const ordersAndFrame = [reviewParts, schoolPlan, purchaseFailures, moneyParts, bankParts, menus];

/**
 * Texts are split by when they are needed, so that the first screen does not carry the words of every page:
 * `portal` comes with the first chunk, `pages` with the first lazy page, `security` with the security pages, `plans` with
 * those where a plan is chosen, `order` with the review of an order, `payments` with those about money, `card` with the page for a card, `paid` with the notices about money elsewhere and the result of a payment, `licence` with a perpetual licence and after buying one, `offers` with codes and promotions, `home-later`
 * with the end of Home, `bank` with a question of one, `failures` with the texts of failed purchases and codes, `menu` with the opened user menu, `sandbox` with the sandbox bar, `sign-in` with the sign-in site, `operator` with the
 * operators' one.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: [...LANGUAGES],
  catalogs: [
    {
      path: `${src}/locales/{locale}/portal`,
      include: ['portal', 'features/home', 'features/shell', 'lib', 'ui/{retry,menu,stale-data-note,section}.tsx'].map(
        (part) => `${src}/${part}`,
      ),
      exclude: [...tests, '**/portal/routes/!(home).tsx', '**/home/{more-panel,challenges-notice}.tsx', userMenu],
    },
    {
      path: `${src}/locales/{locale}/pages`,
      include: ['portal/routes', 'features', 'ui'].map((part) => `${src}/${part}`),
      exclude: [
        ...tests,
        '**/features/{home,shell,sandbox,security,closing,consent,review,codes,promotions}/**',
        '**/portal/routes/home.tsx',
        ...planPages,
        ...paymentPages,
        securityRoutes,
        securityParts,
        passwordParts,
        reviewParts,
        schoolPlan,
        purchaseFailures,
        bankParts,
        menus,
        fallenParts,
      ],
    },
    {
      path: `${src}/locales/{locale}/payments`,
      include: ['portal/routes', 'features/billing'].map((part) => `${src}/${part}`),
      exclude: [
        ...tests,
        '**/portal/routes/!(payments|next-payment|receipt).tsx',
        ...[...cardPage, moneyNotices].map((part) => `**/${part}`),
      ],
    },
    {
      path: `${src}/locales/{locale}/card`,
      include: cardPage.map((part) => `${src}/${part}`),
      exclude: tests,
    },
    {
      path: `${src}/locales/{locale}/paid`,
      include: [`${src}/${moneyNotices}`, `${src}/ui/sales-link.tsx`],
      exclude: tests,
    },
    {
      path: `${src}/locales/{locale}/plans`,
      include: ['portal/routes', 'features/subscriptions', 'ui'].map((part) => `${src}/${part}`),
      exclude: [
        ...tests,
        '**/portal/routes/!(drive|scope|iot).tsx',
        securityParts,
        passwordParts,
        menus,
        fallenParts,
        schoolPlan,
        purchaseFailures,
        commonFailures,
        bankParts,
        licenceParts,
        scopeDone,
        `**/${orderFailures}`,
        ...orderParts,
      ],
    },
    {
      path: `${src}/locales/{locale}/order`,
      include: orderParts.map((part) => part.replace('**', `${src}/features`)),
      exclude: tests,
    },
    {
      path: `${src}/locales/{locale}/licence`,
      include: [
        'features/subscriptions/licence',
        'features/subscriptions/scope/scope-done-page.tsx',
        'features/subscriptions/components/{address,payment}-row.tsx',
      ].map((part) => `${src}/${part}`),
      exclude: [...tests, '**/licence/licence-{skeleton,statement,header}.tsx'],
    },
    {
      path: `${src}/locales/{locale}/offers`,
      include: ['features/codes', 'features/promotions', 'ui'].map((part) => `${src}/${part}`),
      exclude: [
        ...tests,
        securityParts,
        passwordParts,
        schoolPlan,
        purchaseFailures,
        commonFailures,
        bankParts,
        menus,
        fallenParts,
      ],
    },
    {
      path: `${src}/locales/{locale}/security`,
      include: ['portal/routes', 'features/security', 'features/closing', 'ui'].map((part) => `${src}/${part}`),
      exclude: [
        ...tests,
        '**/portal/routes/!(security|security-activity|close-account|confirm-email).tsx',
        '**/security/components/home-security.tsx',
        ...ordersAndFrame,
        fallenParts,
      ],
    },
    {
      path: `${src}/locales/{locale}/home-later`,
      include: [
        ...homeLater,
        'ui/toast-card.tsx',
        'ui/export-review.tsx',
        'ui/failures/{common,account}-words.tsx',
      ].map((part) => `${src}/${part}`),
      exclude: tests,
    },
    {
      path: `${src}/locales/{locale}/bank`,
      include: [`${src}/ui/challenge-notice.tsx`, `${src}/ui/resumed-challenge.tsx`],
      exclude: tests,
    },
    {
      path: `${src}/locales/{locale}/failures`,
      include: ['ui/failures', 'ui/{student-email,sales-link}.tsx', orderFailures].map((part) => `${src}/${part}`),
      exclude: [...tests, securityParts],
    },
    {
      path: `${src}/locales/{locale}/menu`,
      include: [`${src}/features/shell/user-menu-panel.tsx`],
      exclude: tests,
    },
    {
      path: `${src}/locales/{locale}/sandbox`,
      include: [`${src}/features/sandbox`],
      exclude: tests,
    },
    {
      path: `${src}/locales/{locale}/operator`,
      // The operator's address form uses the fields of the portal.
      include: [
        'operator',
        'ui',
        'lib',
        'features/address/components/{address-fields,address-labels,unlisted-text}.tsx',
      ].map((part) => `${src}/${part}`),
      exclude: [...tests, securityParts, ...ordersAndFrame, accountFailures],
    },
    {
      path: `${src}/locales/{locale}/sign-in`,
      include: ['sign-in', 'ui', 'lib'].map((part) => `${src}/${part}`),
      exclude: [...tests, securityParts, ...ordersAndFrame, fallenParts, accountFailures],
    },
  ],
  // Without line numbers, which would change the catalogue with every unrelated edit.
  format: formatter({ lineNumbers: false }),
});
