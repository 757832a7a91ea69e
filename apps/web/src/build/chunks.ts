import type { Rolldown } from 'vite';

/** Modules that the sign-in site loads too: a customer who has just signed in has them in the cache. */
const sharedWithSignIn =
  /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/lib\/(?!quer|left-|failure|browser-store|same-site|referrer|lazy-|draft|growing-|is-(final-answer|paused)|use-action|use-command|tab-broadcast|session\/(other|replace|sign))|\/src\/ui\/(button|card|icon|cx|link|brand-mark)\b(?!-)|\/src\/build\/(jsx-runtime|no-mutations)\b/;

/** Modules of the query cache that the first screen does not need. */
const notOnFirstScreen =
  /(mutationObserver|queriesObserver|infiniteQueryObserver|useMutation|useQueries|useInfiniteQuery)\.js$/;

/** Small modules of the first screen that the sign-in site uses too, so that it does not load the query cache. */
const onFirstScreen = /vite\/preload-helper|\/src\/lib\/browser-store\b|\/icons\/circle-alert\b/;

/** Small modules that many lazy parts share, as one file: the first chunk lists each file of a lazy part by name. */
const sharedByMany =
  /\/icons\/(chevron-right|check|x|circle-check|info|mail|log-out|download|triangle-alert|key-round|printer)\b|\/vocabulary\/shown-text\b|\/src\/ui\/(split|rows|choice|skeleton|card-skeleton|switch|field-message|notice|date-time|support-link|save-file|format-bytes|dock)\b|\/src\/shared\/(identity\/product-data|catalogue\/install-address|account\/downloads-blocked)\b|\/src\/lib\/(draft|use-action|tab-broadcast|is-final-answer)\b|\/(challenge-notice|export-review|receipt-status|payment-row|choose-plan)\.module/;

/** Makes a chunk of modules that several lazy parts share. Takes only these modules and not their imports. */
const shared = (name: string, test: RegExp): Rolldown.CodeSplittingGroup => ({
  name,
  test,
  includeDependenciesRecursively: false,
});

/** Chunks of modules that several lazy parts share, each below a comment with these parts. */
const sharedByParts = [
  // pages about money, and pages where a plan is chosen; the sign-in site needs none of it
  shared(
    'bought',
    /\/src\/shared\/(orders\/(resumed-challenges|paid|after-purchase)|catalogue\/(tax-label|tier-fits)|payments\/pending-challenges|account\/use-user|coupons\/coupon)\b|\/src\/(lib\/(is-paused|lazy-preloaded|growing-wait)|ui\/load-error)\b|\/src\/portal\/use-is-mounted\b|\/subscriptions\/model\/unknown-outcome\b/,
  ),
  // pages of payments, receipts and the card, with the lines of an address
  shared(
    'bills',
    /\/address-(lines|towns)\b|\/features\/payments\/(model\/(card-entry-gate|open-receipts|receipt-dates)|components\/(use-paused|use-payer|receipt-lines)|queries\/receipts?)\b/,
  ),
  // pages where a plan is chosen
  shared(
    'plans',
    /\/subscriptions\/(interval-labels|components\/(lazy-plan-comparison|plan-dock|plan-skeleton|plan-page-state|credit-share|current-plan|plan-name|kind-badge|coupon-line|lock-notice|lazy-unavailable-notice|auto-renew|period-end-line|use-coupon-prices|lazy-order-(review|limit))|model\/(current-plan|setup-paths|plan-card|eligible|order-limit)|queries\/(refetch(?!-)|tiered-plans|use-plan-page|subscription)|components\/plan-page\.module|licence\/licence\.module)\b|portal\/coupon-field/,
  ),
  // pages where a customer arrives, and from which one leaves
  shared('referrer', /\/(lib\/referrer|session\/(stored-destination|use-session-call|session-page|session\.module))\b/),
  // panels of all menus
  shared('menus', /\/src\/(features\/(shell\/(launcher|user-menu)|home\/more)-panel|ui\/menu-(link|panel))\b/),
  // pages that few customers see
  shared('rare', /\/src\/(portal\/(portal\.module|routes\/(not-found|survey))|features\/survey)\b/),
  // pages where an order is placed
  shared('orders', /\/src\/shared\/orders\/order-key\b|\/subscriptions\/(model\/done|queries\/command-outcome)\b/),
  // pages where money is charged
  shared('pay', /\/src\/(ui\/sales-link|shared\/payments\/use-bank-challenge)\b|\/icons\/(zap|calendar-clock)\b/),
  // pages that send a command with an idempotency key
  shared('command', /\/src\/lib\/use-command\b/),
  // pages where a purchase, a payment or a code may fail
  shared(
    'failures',
    /\/src\/(shared\/(failures\/(?!words|common|account|setting|sign-in|effect)|account\/student-email)|lib\/failure-facts|features\/(payments\/components\/pay-failure-notice|coupons\/components\/codes\.module))\b/,
  ),
  // pages with text fields, and the texts that all failures share
  shared(
    'fields',
    /\/src\/(ui\/(field|field-messages|too-many-tries)|shared\/failures\/(words|common-words|account-words)|lib\/failure)\.tsx?$/,
  ),
  // security settings and the page that closes the account
  shared(
    'settings',
    /\/src\/shared\/(settings\/(setting-editor|setting-row\.module|use-submit)|account\/account-name|failures\/(setting-|sign-in-again))|closing\.module/,
  ),
  // security settings and the sign-in site
  shared(
    'passwords',
    /\/src\/shared\/identity\/(password-field|new-password|new-password-fault|email-address)\b|\/icons\/eye(-off)?\b|\/vocabulary\/password-rules\b/,
  ),
  // pages that name an export review
  shared('review', /\/src\/shared\/screening\b/),
];

/**
 * Groups of modules, one chunk each. By default the bundler makes a chunk for each combination of users, and each
 * costs the first screen a request and a new compression. The choice was measured (e2e/size-budget.e2e.ts).
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'both', test: (id) => sharedWithSignIn.test(id) || onFirstScreen.test(id), priority: 1 },
  { name: 'query', test: (id) => id.includes('/node_modules/@tanstack/') && !notOnFirstScreen.test(id) },
  { name: 'small', test: sharedByMany },
  ...sharedByParts,
];

/** Scripts and styles in the HTML of the portal. Lazy pages need not list them again. */
export const firstFile = /^assets\/(both|query|portal|rolldown-runtime)-/;

/**
 * The first chunk lists the files of all lazy parts. So their names are short hashes, because readable names would make
 * the first screen larger. The manifest says which module is in which file.
 */
export const chunkFileNames = ({ name }: { name: string }): string =>
  firstFile.test(`assets/${name}-`) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js';

/** File names of styles and pictures, by the same rule. */
export const assetFileNames = ({ names: [name = ''] }: Pick<Rolldown.PreRenderedAsset, 'names'>): string =>
  firstFile.test(`assets/${name.replace('.', '-')}`) ? 'assets/[name]-[hash:6][extname]' : 'assets/[hash:6][extname]';
