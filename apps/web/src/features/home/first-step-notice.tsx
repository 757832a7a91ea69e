import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CreditCard, MapPin, Rocket } from 'lucide';
import { config } from '../../lib/config.ts';
import { paths } from '../../lib/paths.ts';
import { accountQuery } from '../../shared/account/account.ts';
import { meQuery } from '../../shared/account/me.ts';
import { AddressPurpose } from '../../shared/address/address-purpose.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { cardsAbroad } from '../../ui/sales-link.tsx';
import { productCards } from './product-cards.ts';

const MOST_BUTTONS = 3;

/**
 * Next step of a customer without a subscription: the address, then the first plan, or sales where no card pays (PM-03).
 * Each product is linked, unless there are many: their cards are below it on this page. It disappears when it is done.
 */
export const FirstStepNotice = ({ kind }: { kind: 'address' | 'plan' }) => {
  const me = useQuery(meQuery).data;
  const account = useQuery(accountQuery).data;
  const { salesEmail } = config.contacts;
  if (kind === 'address')
    return (
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
        <AddressPurpose />
      </Notice>
    );
  if (account?.canAddPaymentMethod === false && salesEmail)
    return (
      <Notice
        tone="plain"
        icon={CreditCard}
        title={cardsAbroad}
        actions={
          <LinkButton size="sm" variant="primary" href={`mailto:${salesEmail}`}>
            <Trans>Contact sales</Trans>
          </LinkButton>
        }
      >
        <Trans>Contact sales for an invoice.</Trans> <Trans>Trials and free plans don't need a card.</Trans>
      </Notice>
    );
  const claims = me?.token.claims;
  // the first product of the brand has the main button, which is the last
  const offers = productCards({ config, claims, subscriptions: [], user: me?.user, now: '' })
    .flatMap(({ family, offer }) => (offer ? [{ name: family.name, to: offer.to }] : []))
    .reverse();
  const hasButtons = offers.length <= MOST_BUTTONS;
  return (
    offers.length > 0 && (
      <Notice
        tone="plain"
        icon={Rocket}
        title={<Trans>Next step: choose your first plan</Trans>}
        actions={
          hasButtons &&
          offers.map(({ name, to }, index) => (
            <LinkButton key={to} size="sm" variant={index === offers.length - 1 ? 'primary' : 'outline'} to={to}>
              {offers.length === 1 ? <Trans>See plans</Trans> : <Trans>{name} plans</Trans>}
            </LinkButton>
          ))
        }
      >
        {!hasButtons && (
          <>
            <Trans>Open a product below.</Trans>{' '}
          </>
        )}
        <Trans>You'll see what you pay today and later before you confirm anything.</Trans>{' '}
        <Trans>Trials and free plans don't need a card.</Trans>
      </Notice>
    )
  );
};
