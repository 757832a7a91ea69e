import { Trans } from '@lingui/react/macro';
import type { Words } from '../../../shared/failures/words.tsx';

/** Texts of the lock of a plan, also when an order or a change of it is refused. */

/** Plan that a prepaid code gave. */
export const prepaid = {
  title: <Trans>A prepaid plan can't be changed here</Trans>,
  effect: null,
  next: <Trans>It is paid until it ends. After that day you can choose another plan on this page.</Trans>,
} satisfies Words;

/** Order without a response. The next step depends on the page: it asks, or the customer orders again. */
export const unanswered = {
  title: <Trans>Your order has no answer yet</Trans>,
  reason: <Trans>We don't know if it arrived.</Trans>,
  effect: null,
  tone: 'warn',
} satisfies Words;
