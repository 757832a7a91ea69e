import type { AccountView } from '@foyer/contract/api/account';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Sentences, textsOf } from '../../../shared/failures/words.tsx';
import { useLeftCommands } from '../../../shared/orders/use-left-commands.ts';
import { cardLabel } from '../../../shared/payments/card-brand.tsx';
import { Notice } from '../../../ui/notice.tsx';
import place from '../../../ui/notice-place.module.css';
import { Retry } from '../../../ui/retry.tsx';
import { cardFailures } from './save-card-error.tsx';

interface LeftCardProps {
  account: Pick<AccountView, 'paymentMethod' | 'openChallenges'>;
}

/**
 * Returns the notice. A question of the bank is shown by the form. After a question the server has no outcome of the card,
 * so the page then says only which card the customer has.
 */
const useOutcomeNotice = ({ account }: LeftCardProps): ReactNode => {
  const { done, refused, unknown, failed } = useLeftCommands('card');
  const label = account.paymentMethod && cardLabel(account.paymentMethod);
  const isAsked = account.openChallenges.some(({ kind }) => kind === 'card');
  if (failed) {
    return (
      <Retry title={<Trans>We don't know if your last card was saved.</Trans>} of={failed}>
        {label && <Trans>Your card now is {label}.</Trans>}
      </Retry>
    );
  }
  if (done.length > 0) {
    return (
      <Notice tone="ok" titleAs="p" alert title={<Trans>Your last card was saved.</Trans>}>
        {label && (
          <p>
            <Trans>Your card now is {label}.</Trans>
          </p>
        )}
      </Notice>
    );
  }
  const [failure] = refused;
  if (failure) {
    const { title, body, tone } = textsOf(failure, cardFailures);
    return (
      <Notice tone={tone} titleAs="p" alert title={title}>
        <p>
          <Sentences of={body} />
        </p>
      </Notice>
    );
  }
  if (label) {
    return unknown > 0 && <Notice titleAs="p" alert title={<Trans>Your card now is {label}.</Trans>} />;
  }
  return (
    unknown > 0 &&
    !isAsked && <Notice tone="warn" titleAs="p" alert title={<Trans>Your last card isn't saved yet.</Trans>} />
  );
};

/** Outcome of a card whose answer was lost before a reload (INV-12). */
export const LeftCard = (props: LeftCardProps) => {
  const notice = useOutcomeNotice(props);
  return notice && <div className={place.place}>{notice}</div>;
};
