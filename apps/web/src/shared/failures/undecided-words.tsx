import { Trans } from '@lingui/react/macro';
import type { Words } from './words.tsx';

/** Texts of a payment that the gateway has not decided, in a notice of the page and after a refused order (SU-08). */
export const processing = {
  title: <Trans>Your payment is still processing</Trans>,
  effect: null,
  next: (
    <Trans>
      Our payment provider hasn't answered yet. Don't pay again. We'll finish the payment and email you the result.
    </Trans>
  ),
  tone: 'warn',
} satisfies Words;

/** Texts of an order without a response. The next step depends on the page: it asks, or the customer orders again. */
export const unanswered = {
  title: <Trans>Your order has no answer yet</Trans>,
  reason: <Trans>We don't know if it arrived.</Trans>,
  effect: null,
  tone: 'warn',
} satisfies Words;
