import type { FastifyInstance } from 'fastify';

/** Headers of every response. One hook sets them, because the usual plugin halves the throughput. */
const common: readonly (readonly [string, string])[] = [
  ['strict-transport-security', 'max-age=63072000; includeSubDomains'],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'payment=(self "https://js.stripe.com"), camera=(), microphone=(), geolocation=()'],
];

export const API_CSP = "default-src 'none'; frame-ancestors 'none'";

/** Frame source for the survey: `https://survey.example/s/{id}` becomes its host. Empty without a survey. */
const frameOrigin = (survey: string | null): string[] => {
  const url = survey === null ? null : URL.parse(survey);
  return url ? [url.origin] : [];
};

/** Sources that a page template loads or frames, in addition to files of this origin. */
export interface PageSources {
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
  /** Address of the survey that the page frames; null on other pages. */
  readonly survey: string | null;
  /** True if the page contains Stripe's card field. */
  readonly hasStripe: boolean;
}

const STRIPE_FRAMES = ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'];

/**
 * Content security policy of a page. It allows files of this origin, inline scripts and first styles by their hashes,
 * Stripe's scripts and frames when Stripe is the gateway, and frames of the one configured survey host (SH-15).
 */
export const pageCsp = ({ scriptHashes, styleHashes, survey, hasStripe }: PageSources): string => {
  const frames = [...(hasStripe ? STRIPE_FRAMES : []), ...frameOrigin(survey)];
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.join(' ')}${hasStripe ? ' https://js.stripe.com' : ''}`,
    ["style-src 'self'", ...styleHashes].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${hasStripe ? ' https://api.stripe.com' : ''}`,
    `frame-src ${frames.join(' ') || "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

/** Headers of every response, unless a handler sets others. */
export const fixedHeaders: readonly (readonly [string, string])[] = [
  ...common,
  ['content-security-policy', API_CSP],
  ['cache-control', 'no-store'],
];

export const installHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of fixedHeaders) reply.header(name, value);
    // Not at pages and their files, of which a page loads dozens.
    if (request.url.startsWith('/api/') || request.url.startsWith('/vendor/')) reply.header('x-request-id', request.id);
  });
};
