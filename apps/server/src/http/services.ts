import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { makeEndOtherSessions, makeEndSession } from '../services/activity/end-sessions.ts';
import type { makeListActivity } from '../services/activity/list-activity.ts';
import type { makeListSessions } from '../services/activity/list-sessions.ts';
import type { makeAddAddress, makeListAddresses } from '../services/address/add-address.ts';
import type { makeAddCard } from '../services/billing/add-card.ts';
import type { makeBuyMaintenance } from '../services/billing/buy-maintenance.ts';
import type { makeConfirmAttempt } from '../services/billing/confirm-attempt.ts';
import type { FindCode } from '../services/billing/find-code.ts';
import type { makeListPlans } from '../services/billing/list-plans.ts';
import type { makeListAddOns, makeListTieredPlans } from '../services/billing/list-tiered-plans.ts';
import type { makeReadMaintenanceOptions } from '../services/billing/maintenance-options.ts';
import type { makeOrderWithCodes } from '../services/billing/order-with-codes.ts';
import type { makePayReceipt } from '../services/billing/pay-receipt.ts';
import type { makePlaceOrder, makeToggleRenewal } from '../services/billing/place-order.ts';
import type { makePreviewOrder } from '../services/billing/preview-order.ts';
import type { makeLookUpPromotion } from '../services/billing/promotions/look-up-promotion.ts';
import type { makeRedeemPromotion } from '../services/billing/promotions/redeem-promotion.ts';
import type {
  makeListReceipts,
  makeListSubscriptions,
  makeReadAccount,
  makeReadReceipt,
  makeReadSubscription,
} from '../services/billing/read-account.ts';
import type { makeReadPurchase, makeReadStarted } from '../services/billing/read-purchase.ts';
import type { RedeemCode } from '../services/billing/redeem-code.ts';
import type { makeRemoveSubscription } from '../services/billing/remove-subscription.ts';
import type { makeShowCode } from '../services/billing/show-code.ts';
import type { makeSubjectOutcome } from '../services/billing/subject-outcome.ts';
import type { makeReceiveWebhook } from '../services/billing/webhooks.ts';
import type { Clock } from '../services/clock/ports.ts';
import type { makeRequestAdvance } from '../services/clock/sandbox-clock.ts';
import type { makeAnswerArticle, makeReadArticle } from '../services/consent/answer-article.ts';
import type { makeChangeSettings } from '../services/consent/change-settings.ts';
import type { makeAskEmailChange, makeConfirmEmail } from '../services/credentials/change-email.ts';
import type { makeChangePassword } from '../services/credentials/change-password.ts';
import type { makeRegister } from '../services/credentials/register.ts';
import type { makeAskReset, makeResetPassword } from '../services/credentials/reset-password.ts';
import type { makeAskVerification, makeVerifyEmail } from '../services/credentials/verify-email.ts';
import type { StatementSigner } from '../services/entitlements/ports.ts';
import type { makeReadStatement } from '../services/entitlements/read-statement.ts';
import type { makeReadCommand } from '../services/idempotency/read-command.ts';
import type { makeRunOnce } from '../services/idempotency/run-once.ts';
import type { makeAuthenticate, makeLoadMe } from '../services/identity/authenticate.ts';
import type { Origin, Principal } from '../services/identity/ports.ts';
import type { makeCountRecoveryCodes, makeCreateRecoveryCodes } from '../services/identity/recovery-codes.ts';
import type { makeRefreshSession } from '../services/identity/refresh-session.ts';
import type {
  makeBeginSecondFactor,
  makeDisableSecondFactor,
  makeEnableSecondFactor,
} from '../services/identity/second-factor-setup.ts';
import type { makeSignIn } from '../services/identity/sign-in.ts';
import type { makeCloseAccount } from '../services/leaving/close-account.ts';
import type { makeReadClosurePlan } from '../services/leaving/closure-plan.ts';
import type { makeReadExport, makeReadLatestExport, makeRequestExport } from '../services/leaving/data-export.ts';
import type { Mailbox } from '../services/mail/ports.ts';
import type { makeAskPasskey } from '../services/passkeys/check-passkey.ts';
import type {
  makeAddPasskey,
  makeBeginPasskey,
  makeListPasskeys,
  makeRemovePasskey,
} from '../services/passkeys/manage-passkeys.ts';
import type { makeSignInWithPasskey } from '../services/passkeys/sign-in-with-passkey.ts';
import type { makeReadCountry } from '../services/place/read-country.ts';
import type { makeReadReceiptPdf } from '../services/receipts/read-receipt-pdf.ts';
import type { makeReadScreening } from '../services/reviews/read-screening.ts';
import type { AnswerChallenge, CreateToken } from '../services/sandbox/ports.ts';
import type { OidcServices } from './routes/oidc.ts';
import type { OperatorServices } from './routes/operator.ts';

/** Every use-case the calls need, joined to its adapters in `compose.ts`. */
export interface Services {
  readonly signIn: ReturnType<typeof makeSignIn>;
  readonly refreshSession: ReturnType<typeof makeRefreshSession>;
  readonly beginSecondFactor: ReturnType<typeof makeBeginSecondFactor>;
  readonly enableSecondFactor: ReturnType<typeof makeEnableSecondFactor>;
  readonly disableSecondFactor: ReturnType<typeof makeDisableSecondFactor>;
  readonly countRecoveryCodes: ReturnType<typeof makeCountRecoveryCodes>;
  readonly createRecoveryCodes: ReturnType<typeof makeCreateRecoveryCodes>;
  readonly signOut: (principal: Principal, jti: string, origin: Origin) => Promise<void>;
  readonly authenticate: ReturnType<typeof makeAuthenticate>;
  readonly loadMe: ReturnType<typeof makeLoadMe>;
  readonly register: ReturnType<typeof makeRegister>;
  readonly askVerification: ReturnType<typeof makeAskVerification>;
  readonly verifyEmail: ReturnType<typeof makeVerifyEmail>;
  readonly askReset: ReturnType<typeof makeAskReset>;
  readonly resetPassword: ReturnType<typeof makeResetPassword>;
  readonly changePassword: ReturnType<typeof makeChangePassword>;
  readonly askEmailChange: ReturnType<typeof makeAskEmailChange>;
  readonly confirmEmail: ReturnType<typeof makeConfirmEmail>;
  readonly readCountry: ReturnType<typeof makeReadCountry>;
  readonly listSessions: ReturnType<typeof makeListSessions>;
  readonly endSession: ReturnType<typeof makeEndSession>;
  readonly endOtherSessions: ReturnType<typeof makeEndOtherSessions>;
  readonly listActivity: ReturnType<typeof makeListActivity>;
  readonly listAddresses: ReturnType<typeof makeListAddresses>;
  readonly addAddress: ReturnType<typeof makeAddAddress>;
  readonly askPasskey: ReturnType<typeof makeAskPasskey>;
  readonly signInWithPasskey: ReturnType<typeof makeSignInWithPasskey>;
  readonly listPasskeys: ReturnType<typeof makeListPasskeys>;
  readonly beginPasskey: ReturnType<typeof makeBeginPasskey>;
  readonly addPasskey: ReturnType<typeof makeAddPasskey>;
  readonly removePasskey: ReturnType<typeof makeRemovePasskey>;
  readonly readClosurePlan: ReturnType<typeof makeReadClosurePlan>;
  readonly closeAccount: ReturnType<typeof makeCloseAccount>;
  readonly requestExport: ReturnType<typeof makeRequestExport>;
  readonly readLatestExport: ReturnType<typeof makeReadLatestExport>;
  readonly readExport: ReturnType<typeof makeReadExport>;
  readonly readArticle: ReturnType<typeof makeReadArticle>;
  readonly answerArticle: ReturnType<typeof makeAnswerArticle>;
  readonly changeSettings: ReturnType<typeof makeChangeSettings>;
  readonly readScreening: ReturnType<typeof makeReadScreening>;
  readonly lookUpPromotion: ReturnType<typeof makeLookUpPromotion>;
  readonly redeemPromotion: ReturnType<typeof makeRedeemPromotion>;
  readonly readAccount: ReturnType<typeof makeReadAccount>;
  readonly listReceipts: ReturnType<typeof makeListReceipts>;
  readonly readReceipt: ReturnType<typeof makeReadReceipt>;
  readonly readReceiptPdf: ReturnType<typeof makeReadReceiptPdf>;
  readonly payReceipt: ReturnType<typeof makePayReceipt>;
  readonly addCard: ReturnType<typeof makeAddCard>;
  readonly confirmAttempt: ReturnType<typeof makeConfirmAttempt>;
  readonly receiveWebhook: ReturnType<typeof makeReceiveWebhook>;
  readonly taxRate: (accountId: string, postalCode: string, country: string | undefined) => Promise<number>;
  readonly browserConfig: () => { gateway: string; publishableKey: string | null };
  readonly listPlans: ReturnType<typeof makeListPlans>;
  readonly listTieredPlans: ReturnType<typeof makeListTieredPlans>;
  readonly listAddOns: ReturnType<typeof makeListAddOns>;
  readonly listSubscriptions: ReturnType<typeof makeListSubscriptions>;
  readonly readSubscription: ReturnType<typeof makeReadSubscription>;
  readonly placeOrder: ReturnType<typeof makePlaceOrder>;
  readonly orderWithCodes: ReturnType<typeof makeOrderWithCodes>;
  readonly showCode: ReturnType<typeof makeShowCode>;
  readonly findCode: FindCode;
  readonly redeemCode: RedeemCode;
  readonly toggleRenewal: ReturnType<typeof makeToggleRenewal>;
  readonly removeSubscription: ReturnType<typeof makeRemoveSubscription>;
  readonly readMaintenanceOptions: ReturnType<typeof makeReadMaintenanceOptions>;
  readonly readStatement: ReturnType<typeof makeReadStatement>;
  readonly statementKeys: () => StatementSigner['keys'];
  readonly buyMaintenance: ReturnType<typeof makeBuyMaintenance>;
  readonly readPurchase: ReturnType<typeof makeReadPurchase>;
  readonly readStartedPurchase: ReturnType<typeof makeReadStarted>;
  readonly previewOrder: ReturnType<typeof makePreviewOrder>;
  /** What became of a keyed call that died after its rows were committed. */
  readonly subjectOutcome: ReturnType<typeof makeSubjectOutcome>;
  readonly readCommand: ReturnType<typeof makeReadCommand>;
  readonly runOnce: ReturnType<typeof makeRunOnce>;
  readonly runOperatorOnce: ReturnType<typeof makeRunOnce>;
  readonly clockOf: (accountId: string) => Promise<Clock | null>;
  readonly createClock: (accountId: string, now: Instant) => Promise<Clock>;
  readonly requestAdvance: ReturnType<typeof makeRequestAdvance>;
  readonly createToken: CreateToken;
  readonly challenges: AnswerChallenge;
  readonly mailbox: Mailbox | null;
  /** Services of the operator calls. */
  readonly operator: OperatorServices;
  /** Signing in at another provider; null where our own site does it. */
  readonly oidc: OidcServices | null;
  readonly wallNow: () => Instant;
  /** Runs one call, so that it waits no second time for a database that hangs. */
  readonly withOneDeadline: <T>(run: () => Promise<T>) => Promise<T>;
  /** True when the database answers: `/readyz`. */
  readonly ready: () => Promise<boolean>;
}
