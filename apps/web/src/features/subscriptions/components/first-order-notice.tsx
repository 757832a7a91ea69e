import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Failure } from '../../../lib/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { FailureNotice } from '../../../shared/failures/failure-notice.tsx';
import { purchaseWords } from '../../../shared/failures/purchase-words.tsx';
import type { FailureContext, WordTable } from '../../../shared/failures/words.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { ChangeCard, changeWords } from './order-failures.tsx';
import { unavailableTexts } from './unavailable-notice.tsx';

const seeWhatYouHave = (
  <LinkButton size="sm" to={paths.home}>
    <Trans>See what you have</Trans>
  </LinkButton>
);

const nothingElse = <Trans>Nothing else was sent.</Trans>;

/** Texts about an earlier order, shown instead of sending another one. */
const firstOrderWords = (next: ReactNode, nextOnOldPage: ReactNode) => {
  const arrived = {
    title: <Trans>Your first order arrived</Trans>,
    effect: nothingElse,
    action: seeWhatYouHave,
    tone: 'info',
  } as const;
  return {
    FIRST_ORDER_RUNNING: {
      title: <Trans>Your first order is still being processed</Trans>,
      effect: nothingElse,
      next: <Trans>Try again in a minute.</Trans>,
      tone: 'warn',
    },
    FIRST_ORDER_UNKNOWN: {
      title: <Trans>We couldn't check whether your first order arrived</Trans>,
      effect: nothingElse,
      next: purchaseWords.OFFLINE.next,
      tone: 'warn',
    },
    FIRST_ORDER_DONE: { ...arrived, next },
    FIRST_ORDER_NOT_SHOWN: { ...arrived, next: nextOnOldPage },
    LOOK_AGAIN: {
      title: <Trans>Did your first order arrive?</Trans>,
      effect: null,
      next,
      action: seeWhatYouHave,
      tone: 'warn',
    },
  } satisfies Partial<WordTable>;
};

/** Texts of the refusal of an earlier order. The page may show another choice, card or amount now. */
const refusedBefore = ({ words, ...context }: FailureContext, next: ReactNode): FailureContext => ({
  ...context,
  words: {
    ...words,
    StripeCardError: { ...purchaseWords.StripeCardError, action: <ChangeCard /> },
    QUOTE_CHANGED: purchaseWords.QUOTE_CHANGED,
    ALREADY_HELD: { title: changeWords.ALREADY_HELD.title, tone: 'warn' },
  },
  next,
});

interface FirstOrderNoticeProps {
  failure: Failure;
  /** Texts of the refusals of an order. */
  context: FailureContext;
  /** A code was to be redeemed, not another order sent. */
  isBeforeCode?: boolean;
}

/** Notice about an order that was sent before: it was refused, has arrived, or its outcome is unknown. */
export const FirstOrderNotice = ({ failure, context, isBeforeCode = false }: FirstOrderNoticeProps) => {
  const next = isBeforeCode ? (
    <Trans>The code is unused. Check what you have before you redeem it.</Trans>
  ) : (
    unavailableTexts.changed.body
  );
  const nextOnOldPage = isBeforeCode ? next : <Trans>This page couldn't be updated. Reload it before you order.</Trans>;
  const nextAfterRefusal = isBeforeCode ? (
    <Trans>This is about your first order. The code is unused.</Trans>
  ) : (
    <Trans>This is about your first order. Check the amounts again before you confirm.</Trans>
  );
  return (
    <FailureNotice
      of={failure}
      context={
        failure.error
          ? refusedBefore(context, nextAfterRefusal)
          : { words: { ...context.words, ...firstOrderWords(next, nextOnOldPage) } }
      }
    />
  );
};
