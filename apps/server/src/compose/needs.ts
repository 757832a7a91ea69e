import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import type { BillingSettings } from '@foyer/domain/state/settings';
import type { OidcSettings } from '../adapters/oidc-provider.ts';
import type { PasswordCost } from '../adapters/password-hasher.ts';
import type { Database } from '../adapters/postgres/database.ts';
import type { JobQueue } from '../adapters/queue/job-queue.ts';
import type { SmtpSettings } from '../adapters/smtp-transport.ts';
import type { Vendor } from '../brands.ts';
import type { Secrets } from '../secrets.ts';
import type { PaymentGateway } from '../services/billing/ports.ts';
import type { HookSettings } from '../services/entitlements/ports.ts';
import type { Claims } from '../services/identity/ports.ts';
import type { SendAttempts } from '../services/payments/charge-batch.ts';
import type { ProductClient } from '../services/product-sign-in/client-ports.ts';
import type { CallerLimits } from '../services/rate-windows/ports.ts';
import type { ScreenParty } from '../services/screening/ports.ts';

/** Dependencies of the composition. Tests replace some of them. */
export interface ComposeNeeds {
  readonly database: Database;
  /** Separate connection of the sandbox gateway. It commits independently of the server, as a real gateway does. */
  readonly sandboxDatabase: Database;
  readonly gateway: PaymentGateway;
  readonly queue: Pick<JobQueue, 'enqueueMails' | 'enqueueHooks' | 'enqueueDetachments' | 'dropMails'>;
  /** Endpoints of the vendor's products (BY-08). Null: no messages are sent. */
  readonly hooks: (HookSettings & { readonly timeoutMs?: number }) | null;
  readonly catalogue: () => Catalogue;
  /** Folder of the vendor's catalogue files. */
  readonly catalogueFolder: string;
  /** File of SHA-1 hashes of stolen passwords. Null: passwords are not compared with such a list. */
  readonly breachedPasswords: string | null;
  readonly onCatalogue: (catalogue: Catalogue) => void;
  readonly settings: BillingSettings;
  /** The export screening (EX-01). */
  readonly screenParty: ScreenParty;
  readonly vendor: Vendor;
  /** Brand of a host name. */
  readonly brandOf: (hostname: string) => string;
  /** Rights of a new customer (SE-08). */
  readonly defaultClaims: Claims;
  /** True if customers change their address themselves. By default, an operator does (D15). */
  readonly addressSelfChange?: boolean;
  readonly secrets: Secrets;
  /** Cost of password hashes; by default the current recommendation. */
  readonly passwordCost?: PasswordCost;
  /** Limits per address; the usual ones by default. */
  readonly callerLimits?: CallerLimits | undefined;
  readonly publicUrl: string;
  /** Host names of the brands, without that of `publicUrl`. A passkey belongs to one host name. */
  readonly hostnames: readonly string[];
  /** Mail server of the vendor. Null: mails go into the sandbox mailbox. */
  readonly smtp: SmtpSettings | null;
  /** External OpenID provider. Null: customers sign in at the built-in site. */
  readonly oidc: OidcSettings | null;
  /** Products that sign their users in here with OpenID Connect. */
  readonly productClients: readonly ProductClient[];
  /** Current time by the clock of the database, which all servers share. */
  readonly wallNow: () => Instant;
  /** Logs a fault for administrators, with its object. */
  readonly onFault: (error: unknown, about: string) => void;
  /** Waits between tries at the gateway. Tests skip the wait. */
  readonly wait?: (ms: number) => Promise<void>;
  /** Wraps the sending of charges by background work, such as with a trace. */
  readonly traceCharges?: ((send: SendAttempts) => SendAttempts) | undefined;
  /** Wakes the worker, because work is due now. */
  readonly kick: () => void;
}
