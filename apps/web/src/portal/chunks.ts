import type { Rolldown } from 'vite';

/** What the authentication site needs as well: who has just signed in has it already. */
const both =
  /\/node_modules\/(react|react-dom|scheduler|@lingui)\/|\/src\/lib\/(?!quer|claims|kept|same-site|referrer|use-bank|stripe|later|draft|ends-key|is-held|tier-fits|use-action|downloads|order-key|asked-before|tell-tabs|paid|session\/(other|replace|sign))|\/src\/ui\/(button|card|icon|cx|create-icon|link|mark-lines)\b(?!-)/;

/** What no first screen needs of the query cache. */
const later = /(mutationObserver|queriesObserver|infiniteQueryObserver|useMutation|useQueries|useInfiniteQuery)\.js$/;

/** Of the first screen and of later parts: left alone it makes a chunk of its own. */
const atOnce = /vite\/preload-helper|\/src\/lib\/kept\b|\/icons\/circle-(alert|exclamation-point)\b/;

/** Small things that many later parts share: one file for all of them, because the first chunk has to list each by its name. */
const small =
  /\/icons\/(chevron-right|check|x|circle-check|info|mail|log-out|download|triangle-exclamation-point|calendar-clock|zap)\b|\/src\/ui\/(split|rows|skeleton|card-skeleton|switch|tax-label|refused-notice|field-message|notice|moment|support-link)\b|\/src\/lib\/(draft|use-action|downloads-wait|asked-before|tell-tabs|is-held|ends-key|tier-fits|paid|queries\/after-buying)\b|\/src\/portal\/use-is-there\b|\/subscriptions\/model\/unheard\b/;

/**
 * Left to itself the bundler makes a chunk of each way of sharing, and each costs the first screen a request and a fresh
 * start of the compression. Which ones are named here was measured (e2e/size-budget.e2e.ts holds the result).
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'both', test: both, priority: 1 },
  { name: 'query', test: (id) => (id.includes('/node_modules/@tanstack/') && !later.test(id)) || atOnce.test(id) },
  { name: 'small', test: small },
];

/** The scripts and styles that stand in the HTML of the portal: no lazy page needs to list them again. */
export const firstFile = /^assets\/(both|query|portal|rolldown-runtime)-/;

/**
 * The first chunk lists the files of every part that may follow, so they go by their hash alone and the hash is short: a
 * name would cost the first screen more than it tells anybody. What is in which stands in the manifest.
 */
export const chunkFileNames = ({ name }: { name: string }): string =>
  firstFile.test(`assets/${name}-`) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js';

/** Styles and pictures, after the same rule. */
export const assetFileNames = ({ names: [name = ''] }: Pick<Rolldown.PreRenderedAsset, 'names'>): string =>
  firstFile.test(`assets/${name.replace('.', '-')}`) ? 'assets/[name]-[hash:6][extname]' : 'assets/[hash:6][extname]';
