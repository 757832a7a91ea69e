import { t } from '@lingui/core/macro';
import { moneyText } from '../../../ui/money.tsx';
import { outcomeOf } from '../model/done.ts';

/** Returns a function that makes the text about a completed order of any product (DR-05, SP-04). */
export const useOutcomeText = () => {
  return (...made: Parameters<typeof outcomeOf>): string => {
    const outcome = outcomeOf(...made);
    switch (outcome.kind) {
      case 'paid':
        return t`Paid ${moneyText(outcome.cents)}`;
      case 'trial-started':
        return t`Trial started`;
      case 'changed':
        return t`Plan changed`;
      case 'subscribed':
        return t`Subscribed`;
    }
  };
};
