import * as z from 'zod/mini';
import { languages } from '../vocabulary/languages.ts';
import { products } from '../vocabulary/plans.ts';

/** Nothing but scheme, host and port, and encrypted: what a link may be held against without reading its path (SH-09). */
const origin = z
  .string()
  .check(
    z.regex(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/, 'must be https:// and a host such as https://drive.example.com'),
  );

/** Where a survey stands: a fixed host, and `{id}` for the survey somewhere behind it (SH-15). */
const surveyTemplate = z
  .string()
  .check(
    z.regex(
      /^https:\/\/[a-z0-9.-]+(:\d{1,5})?\/.*\{id\}/,
      'must be an https address with {id} behind its host such as https://survey.example.com/s/{id}',
    ),
  );

/**
 * What the server writes into the portal's HTML for the brand of the host: brand is configuration, not code (SH-17).
 * The page reads it once from the element `#config`; nothing in it is secret.
 */
export const portalConfig = z.object({
  brand: z.object({
    key: z.enum(['scope', 'drive']),
    /** `Arcwave Scope`: stands in the title and the top bar. */
    name: z.string(),
    vendor: z.string(),
    product: z.string(),
    /** Second tab: scope shows Security, drive shows Subscription (SH-07). */
    secondTab: z.enum(['security', 'subscription']),
    hasLauncher: z.boolean(),
    hasFeedback: z.boolean(),
    /** Customers close their accounts themselves (SC-10). */
    canClose: z.boolean(),
    trialDays: z.int(),
    products: z.array(z.enum(products)),
  }),
  links: z.object({
    privacy: z.nullable(z.string()),
    settings: z.nullable(z.string()),
    contacts: z.nullable(z.string()),
    feedback: z.nullable(z.string()),
    support: z.nullable(z.string()),
    driveApp: z.nullable(z.string()),
    /** Missing: the launcher leads to the scope subscriptions of the portal. */
    scopeApp: z.nullable(z.string()),
    driveLearnMore: z.nullable(z.string()),
    scopeLearnMore: z.nullable(z.string()),
    /** The More menu of the scope card, in this order (HO-07). */
    scopeMenu: z.array(z.object({ key: z.enum(['install', 'update-license', 'packages', 'help']), href: z.string() })),
    /** Where onboarding ends after a scope purchase; missing: a page of our own says what happened (SP-04). */
    scopeConfirmation: z.nullable(z.string()),
    survey: z.nullable(surveyTemplate),
  }),
  /** The role without which My Contacts is not shown (SH-08). */
  contactsClaim: z.string(),
  contacts: z.object({
    supportPhone: z.nullable(z.string()),
    supportEmail: z.nullable(z.string()),
    salesEmail: z.nullable(z.string()),
    /** Questions about an export review (EX-01); left out: the support contact. */
    exportControlEmail: z.optional(z.string()),
    /** Questions about the scope product and its licences; left out: the support contact. */
    scopeHelpEmail: z.optional(z.string()),
  }),
  /**
   * Clients that `referrerClient` may name, by key, with the origin a back link may lead to (SH-09), and the full addresses
   * that a sign-in may hand a token to; none: no token goes to this client (L4).
   */
  clients: z.record(
    z.string(),
    z.object({ name: z.string(), origin, signInAddresses: z.optional(z.array(z.string())) }),
  ),
  /** Address of the authentication site; the portal adds `reason` and `return`. */
  authenticationUrl: z.string(),
  /** Who signs people in: our own site, or another provider, which then keeps password and second step (SE-11). */
  signIn: z.enum(['own', 'provider']),
  gateway: z.enum(['sandbox', 'stripe']),
  /** With which the card field introduces itself to Stripe; made to be public. */
  publishableKey: z.nullable(z.string()),
  /** Who changes an address that is there (readings 1.1). */
  addressChange: z.enum(['support', 'self']),
  /** What the pages can be read in, the default one first (BY-05). */
  languages: z.array(z.enum(languages)),
  environment: z.enum(['development', 'production']),
  /** Mails can be read in the sandbox mailbox at this host. */
  mailbox: z.boolean(),
  version: z.string(),
});
export type PortalConfig = z.infer<typeof portalConfig>;
