import type { Quote } from '@foyer/contract/api/shapes';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { makeAddCard } from '../services/billing/add-card.ts';
import type { makeListPlans } from '../services/billing/list-plans.ts';
import type { makePayReceipt } from '../services/billing/pay-receipt.ts';
import type { makePlaceOrder, makeToggleRenewal, OrderRequest } from '../services/billing/place-order.ts';
import type {
  makeListReceipts,
  makeListSubscriptions,
  makeReadAccount,
  makeReadReceipt,
  makeReadSubscription,
} from '../services/billing/read-account.ts';
import type { makeSubjectOutcome } from '../services/billing/subject-outcome.ts';
import type { Clock } from '../services/clock/ports.ts';
import type { makeRequestAdvance } from '../services/clock/sandbox-clock.ts';
import type { makeRunOnce } from '../services/idempotency/run-once.ts';
import type { makeAuthenticate, makeLoadMe } from '../services/identity/authenticate.ts';
import type { Origin, Principal } from '../services/identity/ports.ts';
import type { makeRefreshSession } from '../services/identity/refresh-session.ts';
import type { makeSignIn } from '../services/identity/sign-in.ts';
import type { Mailbox } from '../services/mail/ports.ts';
import type { CreateToken } from '../services/sandbox/ports.ts';

/** Every use-case the calls need, joined to its adapters in `main.ts` and handed in by the tests. */
export interface Services {
  readonly signIn: ReturnType<typeof makeSignIn>;
  readonly refreshSession: ReturnType<typeof makeRefreshSession>;
  readonly signOut: (principal: Principal, jti: string, origin: Origin) => Promise<void>;
  readonly authenticate: ReturnType<typeof makeAuthenticate>;
  readonly loadMe: ReturnType<typeof makeLoadMe>;
  readonly readAccount: ReturnType<typeof makeReadAccount>;
  readonly listReceipts: ReturnType<typeof makeListReceipts>;
  readonly readReceipt: ReturnType<typeof makeReadReceipt>;
  readonly payReceipt: ReturnType<typeof makePayReceipt>;
  readonly addCard: ReturnType<typeof makeAddCard>;
  readonly taxRate: (accountId: string, postalCode: string, country: string | undefined) => Promise<number>;
  readonly browserConfig: () => { gateway: string; publishableKey: string | null };
  readonly listPlans: ReturnType<typeof makeListPlans>;
  readonly listSubscriptions: ReturnType<typeof makeListSubscriptions>;
  readonly readSubscription: ReturnType<typeof makeReadSubscription>;
  readonly placeOrder: ReturnType<typeof makePlaceOrder>;
  readonly toggleRenewal: ReturnType<typeof makeToggleRenewal>;
  readonly previewOrder: (accountId: string, request: OrderRequest, subscriptionId: string | null) => Promise<Quote>;
  /** What became of a keyed call that died after its rows were committed. */
  readonly subjectOutcome: ReturnType<typeof makeSubjectOutcome>;
  readonly runOnce: ReturnType<typeof makeRunOnce>;
  readonly clockOf: (accountId: string) => Promise<Clock | null>;
  readonly createClock: (accountId: string, now: Instant) => Promise<Clock>;
  readonly requestAdvance: ReturnType<typeof makeRequestAdvance>;
  readonly createToken: CreateToken;
  readonly mailbox: Mailbox | null;
  readonly wallNow: () => Instant;
  /** True when the database answers: `/readyz`. */
  readonly ready: () => Promise<boolean>;
}
