import * as z from 'zod/mini';
import { familyKinds, familyLimits } from '../vocabulary/families.ts';
import { languages } from '../vocabulary/languages.ts';
import { productKey } from './text.ts';

/** HTTPS origin without a path, so that the target of a back link can be compared with it (SH-09). */
const origin = z
  .string()
  .check(z.regex(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/, 'must be https:// and a host such as https://lab.example.com'));

/** Address of a survey: a fixed host, and `{id}` in the path for the survey (SH-15). */
const surveyTemplate = z
  .string()
  .check(
    z.regex(
      /^https:\/\/[a-z0-9.-]+(:\d{1,5})?\/.*\{id\}/,
      'must be an https address with {id} behind its host such as https://survey.example.com/s/{id}',
    ),
  );

/** Family of products as the pages show it. The catalogue has name, kind and rules, the brands file the rest (decision 67). */
const shownFamily = z.object({
  key: productKey,
  kind: z.enum(familyKinds),
  /** Name in the language of the page. */
  name: z.string(),
  /** Line below the name on the card of Home. */
  description: z.nullable(z.string()),
  /** An account may have several live subscriptions. */
  several: z.boolean(),
  exportControl: z.boolean(),
  /** Claim that a user needs to open the product; null: every user may. */
  claim: z.nullable(z.string()),
  limits: z.array(z.enum(familyLimits)),
  /** Background of the icon. */
  color: z.string(),
  /** SVG paths of the icon in a square of 24. */
  icon: z.array(z.string()),
  /** Address that opens the product. If null, the launcher opens the subscriptions of the portal. */
  app: z.nullable(z.string()),
  learnMore: z.nullable(z.string()),
  /** Page after a purchase; null: the portal's own page (SP-04). */
  confirmation: z.nullable(z.string()),
  /** Contact for the product and its licences; null: the support contact. */
  helpEmail: z.nullable(z.string()),
  /** Entries of the More menu of the card, in this order (HO-07). */
  menu: z.array(z.object({ key: z.enum(['install', 'update-license', 'packages', 'help']), href: z.string() })),
});
export type ShownFamily = z.infer<typeof shownFamily>;

/**
 * Configuration that the server writes into the portal's HTML for the brand of the host (SH-17). The page reads it once
 * from the element `#config`. It contains no secrets.
 */
export const portalConfig = z.object({
  brand: z.object({
    key: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, 'must begin with a-z, and then a-z, 0-9 and hyphens only')),
    /** Name in the title and the top bar, such as `Arcwave Scope`. */
    name: z.string(),
    vendor: z.string(),
    product: z.string(),
    /** Lines of the mark as SVG paths in a square of 24. Empty: the first letter in the name. */
    mark: z.array(z.string()),
    /** Second tab: scope shows Security, drive shows Subscription (SH-07). */
    secondTab: z.enum(['security', 'subscription']),
    hasLauncher: z.boolean(),
    hasFeedback: z.boolean(),
    /** Customers enter an address before the first card (PM-04). */
    addressFirst: z.boolean(),
    /** Customers may close their accounts themselves (SC-10). */
    canClose: z.boolean(),
    trialDays: z.int(),
    products: z.array(productKey),
  }),
  /** All families of the catalogue, in its order. The brand shows those of `products`. */
  families: z.array(shownFamily),
  /** The catalogue has legacy plans, so the page about their end exists (LG-02). */
  hasLegacyPlans: z.boolean(),
  links: z.object({
    privacy: z.nullable(z.string()),
    settings: z.nullable(z.string()),
    contacts: z.nullable(z.string()),
    feedback: z.nullable(z.string()),
    support: z.nullable(z.string()),
    survey: z.nullable(surveyTemplate),
  }),
  /** Claim that is required for My Contacts (SH-08). */
  contactsClaim: z.string(),
  contacts: z.object({
    supportPhone: z.nullable(z.string()),
    supportEmail: z.nullable(z.string()),
    salesEmail: z.nullable(z.string()),
    /** Contact for export reviews (EX-01); absent: the support contact. */
    exportControlEmail: z.optional(z.string()),
  }),
  /**
   * Clients that `referrerClient` may name, by key. `origin`: allowed target of a back link (SH-09). `signInAddresses`:
   * full addresses that may receive a token after sign-in; if absent, none may (L4).
   */
  clients: z.record(
    z.string(),
    z.object({ name: z.string(), origin, signInAddresses: z.optional(z.array(z.string())) }),
  ),
  /** Address of the sign-in site. The portal appends `reason` and `return`. */
  authenticationUrl: z.string(),
  /**
   * `own`: our sign-in site. `provider`: an external OpenID provider, which also manages password and second
   * step (SE-11).
   */
  signIn: z.enum(['own', 'provider']),
  gateway: z.enum(['sandbox', 'stripe']),
  /** Publishable key of Stripe for the card field. Not secret. */
  publishableKey: z.nullable(z.string()),
  /** Actor that may change an existing address: an operator (`support`), or the customer (`self`). */
  addressChange: z.enum(['support', 'self']),
  /** Languages of the pages, the default first (BY-05). */
  languages: z.array(z.enum(languages)),
  environment: z.enum(['development', 'production']),
  /** The sandbox mailbox is available at this host. */
  mailbox: z.boolean(),
  version: z.string(),
});
export type PortalConfig = z.infer<typeof portalConfig>;
