import type { RefundOutcome } from '../payments/refund.ts';
import type { AttemptOutcome } from '../payments/settle.ts';
import type { Attempt } from '../state/entities.ts';
import { declinedOutcome, erroredOutcome, succeededOutcome, takenRefund } from './customer.ts';
import type { Answer } from './random-commands.ts';

const asks: AttemptOutcome = { kind: 'requires_action', intentRef: 'pi_1' };

/** Gateway answers in order. A challenge without a present customer is a decline. */
export const outcomesOf = (given: Answer, { onSession }: Pick<Attempt, 'onSession'>): readonly AttemptOutcome[] => {
  switch (given) {
    case 'succeeded':
      return [succeededOutcome];
    case 'declined':
      return [declinedOutcome()];
    case 'lost':
      return [declinedOutcome('lost_card')];
    case 'errored':
      return [erroredOutcome];
    case 'later':
      return [];
    case 'asks':
      return [onSession ? asks : declinedOutcome('authentication_required')];
    case 'works':
      return [{ kind: 'processing', intentRef: 'pi_1' }];
    case 'left':
      return onSession ? [asks, { kind: 'canceled', intentRef: 'pi_1' }] : [declinedOutcome('authentication_required')];
    default:
      return given satisfies never;
  }
};

/** Gateway answer to a refund. */
export const refundOutcome = (isTaken: boolean): RefundOutcome =>
  isTaken ? takenRefund : { kind: 'failed', message: 'not taken' };
