import type { IdKind } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { RuleContext } from '@foyer/domain/decision/draft';
import type { OriginFacts } from './identity/place-ports.ts';

/** Facts and functions of the process that use cases share. `compose.ts` makes it once, tests make their own. */
export interface Platform {
  /** Current time by the clock of the database, which all servers share. */
  readonly wallNow: () => Instant;
  readonly newId: (kind: IdKind) => string;
  /** Context of billing rules at an account's time. */
  readonly ruleContext: (now: Instant, language?: Language) => RuleContext;
  /** Device and network address of a call, for mails about it. */
  readonly originFacts: OriginFacts;
  /** Waits between two tries at the gateway. */
  readonly wait: (ms: number) => Promise<void>;
  /** Wakes the worker, because work is due now. */
  readonly kick: () => void;
  /** Logs a fault for administrators, with the object it is about. */
  readonly onFault: (error: unknown, about: string) => void;
}
