import { Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { CreditCard, MapPin, Rocket } from 'lucide';
import type { ReactNode } from 'react';
import { config } from '../../lib/config.ts';
import { currentTime } from '../../lib/current-time.ts';
import { paths } from '../../lib/paths.ts';
import { accountQuery } from '../../shared/account/account.ts';
import { meQuery } from '../../shared/account/me.ts';
import { AddressPurpose } from '../../shared/address/address-purpose.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { cardsAbroad } from '../../ui/sales-link.tsx';
import { type Ended, EndedText, endedLately, endedOrNullQuery } from './ended-plan.tsx';
import { productCards } from './product-cards.ts';
import { fullName } from './trial-notice.tsx';

const MOST_BUTTONS = 3;

/**
 * Returns the subscription that ended last, if any, and those that ended lately on the same day. A customer `isNew` who
 * never had one, and not while that is unknown.
 */
const useEnded = () => {
  const account = useQuery(accountQuery).data;
  const { data } = useSuspenseQuery(endedOrNullQuery);
  const ended = data ?? [];
  return { last: ended[0], isNew: data?.length === 0, lately: endedLately(ended, currentTime(account)) };
};

/** Sentence about a plan or trial that ended lately, before another first step. */
export const EndedSentence = () => {
  const { lately } = useEnded();
  return (
    lately.length > 0 && (
      <>
        <EndedText ended={lately} nameOf={fullName} />.{' '}
      </>
    )
  );
};

/**
 * Next step of a customer without a subscription: the address, then a plan, or sales where no card pays (PM-03). It
 * disappears when it is done.
 */
export const FirstStepNotice = ({ kind }: { kind: 'address' | 'plan' }) =>
  kind === 'plan' ? (
    <PlanStep />
  ) : (
    <Notice
      tone="plain"
      icon={MapPin}
      title={<Trans>Next step: add your address</Trans>}
      actions={
        <LinkButton size="sm" variant="primary" to={paths.address({ returnPath: paths.home })}>
          <Trans>Add address</Trans>
        </LinkButton>
      }
    >
      <EndedSentence />
      <AddressPurpose />
    </Notice>
  );

/** Next step: a plan, or sales where no card pays. Names the plan or trial that ended lately. */
const PlanStep = () => {
  const account = useQuery(accountQuery).data;
  const { lately, ...known } = useEnded();
  const ended = lately.length > 0 && <EndedText ended={lately} nameOf={fullName} />;
  const { salesEmail } = config.contacts;
  if (account?.canAddPaymentMethod === false && salesEmail)
    return (
      <Notice
        tone="plain"
        icon={CreditCard}
        title={ended || cardsAbroad}
        actions={
          <LinkButton size="sm" variant="primary" href={`mailto:${salesEmail}`}>
            <Trans>Contact sales</Trans>
          </LinkButton>
        }
      >
        {ended && <>{cardsAbroad}. </>}
        <Trans>Contact sales for an invoice.</Trans> <Trans>Trials and free plans don't need a card.</Trans>
      </Notice>
    );
  return <PlansNotice {...known} ended={ended} several={lately.length > 1} />;
};

interface PlansNoticeProps {
  last: Ended | undefined;
  isNew: boolean;
  /** Title when `last` ended lately. */
  ended: ReactNode;
  /** More than one plan ended on that day. */
  several: boolean;
}

/** Links each product, unless there are many: their cards are below it on this page. */
const PlansNotice = ({ last, isNew, ended, several }: PlansNoticeProps) => {
  const me = useQuery(meQuery).data;
  const claims = me?.token.claims;
  // the product that ended, else the first of the brand, has the main button, which is the last
  const offers = productCards({ config, claims, subscriptions: [], user: me?.user, now: '' })
    .flatMap(({ family, offer }) => (offer ? [{ key: family.key, name: family.name, to: offer.to }] : []))
    .reverse()
    .sort((one, other) => Number(one.key === last?.product) - Number(other.key === last?.product));
  const hasButtons = offers.length <= MOST_BUTTONS;
  return (
    offers.length > 0 && (
      <Notice
        tone="plain"
        icon={Rocket}
        title={
          ended || (isNew ? <Trans>Next step: choose your first plan</Trans> : <Trans>Next step: choose a plan</Trans>)
        }
        actions={
          hasButtons &&
          offers.map(({ name, to }, index) => (
            <LinkButton key={to} size="sm" variant={index === offers.length - 1 ? 'primary' : 'outline'} to={to}>
              {offers.length === 1 ? <Trans>See plans</Trans> : <Trans>{name} plans</Trans>}
            </LinkButton>
          ))
        }
      >
        {ended && (
          <>
            {several ? (
              <Trans>To keep using them, choose a plan for each.</Trans>
            ) : (
              <Trans>To keep using it, choose a plan.</Trans>
            )}{' '}
          </>
        )}
        {!hasButtons && (
          <>
            <Trans>Open a product below.</Trans>{' '}
          </>
        )}
        <Trans>You'll see what you pay today and later before you confirm anything.</Trans>{' '}
        {isNew && <Trans>Trials and free plans don't need a card.</Trans>}
      </Notice>
    )
  );
};
