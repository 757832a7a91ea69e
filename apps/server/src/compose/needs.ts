import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingSettings } from '@foyer/domain/billing/settings';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
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
import type { CallerLimits } from '../services/rate-windows/ports.ts';
import type { ScreenParty } from '../services/reviews/screening-ports.ts';

/** Dependencies of the composition. Tests replace some of them. */
export interface ComposeNeeds {
  readonly database: Database;
  /** Separate connection of the sandbox gateway: it commits independently of the server, as a real provider does. */
  readonly sandboxDatabase: Database;
  readonly gateway: PaymentGateway;
  readonly queue: Pick<JobQueue, 'enqueueMails' | 'enqueueHooks' | 'enqueueDetachments' | 'dropMails'>;
  /** Endpoints of the vendor's products (BY-08). Null: no messages are sent. */
  readonly hooks: (HookSettings & { readonly timeoutMs?: number }) | null;
  readonly catalogue: () => Catalogue;
  /** Folder of the vendor's catalogue files. */
  readonly catalogueFolder: string;
  /** File of SHA-1 hashes of stolen passwords; null: no such list. */
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
  /** True if customers change their address themselves. By default, support does (D15). */
  readonly addressSelfChange?: boolean;
  readonly secrets: Secrets;
  /** Cost of password hashes; by default the present recommendation. */
  readonly passwordCost?: PasswordCost;
  /** Limits per address; the usual ones by default. */
  readonly callerLimits?: CallerLimits | undefined;
  readonly publicUrl: string;
  /** Host names of our own beside that of `publicUrl`, for passkeys belong to one. */
  readonly hostnames: readonly string[];
  /** The vendor's mail server; without one mails go into the sandbox mailbox. */
  readonly smtp: SmtpSettings | null;
  /** The provider that signs accountReads in; without one our own site does. */
  readonly oidc: OidcSettings | null;
  /** The time that all servers agree on: by the database's clock. */
  readonly wallNow: () => Instant;
  /** Something for an operator to look at, with what it was about. */
  readonly onFault: (error: unknown, about: string) => void;
  /** How the pauses between tries of a silent gateway are spent; tests have better things to do. */
  readonly wait?: (ms: number) => Promise<void>;
  /** Wakes the worker, because there is something to do now. */
  readonly kick: () => void;
}
