import type { AccountView } from '@foyer/contract/api/account';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { readRecord } from '../../lib/session/record.ts';
import { accountQuery } from '../../shared/account/account.ts';
import { meQuery } from '../../shared/account/me.ts';
import { cardLabel } from '../../shared/payments/card-brand.tsx';
import { DateText } from '../../ui/date.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StaleDataNote } from '../../ui/stale-data-note.tsx';
import styles from './home.module.css';
import { WelcomeSkeleton } from './home-skeleton.tsx';
import { firstNameOf, nextPaymentOf } from './welcome-facts.ts';

const BoldAmount = ({ cents }: { cents: number }) => (
  <b>
    <Money cents={cents} />
  </b>
);

const NextPaymentLine = ({ account }: { account: AccountView }) => {
  const next = nextPaymentOf(account);
  if (!next)
    return account.openChallenges.length ? null : account.balanceCents < 0 ? (
      <Trans>
        You have <BoldAmount cents={-account.balanceCents} /> account credit.
      </Trans>
    ) : (
      <Trans>You have nothing to pay right now.</Trans>
    );
  const { cents, date } = next;
  if (!cents)
    return (
      <Trans>
        Your next payment on <DateText instant={date} /> is covered by your credit.
      </Trans>
    );
  const { paymentMethod } = account;
  const card = paymentMethod && cardLabel(paymentMethod);
  return card && !paymentMethod.expired ? (
    <Trans>
      Your next payment is <BoldAmount cents={cents} /> on <DateText instant={date} />, billed to{' '}
      <span className="nowrap">{card}</span>.
    </Trans>
  ) : (
    <>
      <Trans>
        Your next payment is <BoldAmount cents={cents} /> on <DateText instant={date} />.
      </Trans>{' '}
      {card ? <Trans>The card on file has expired.</Trans> : <Trans>There is no card to charge yet.</Trans>}
    </>
  );
};

/**
 * Greets the user by name and shows the next charge (HO-01). Each part may fail to load alone; the greeting always
 * renders (SE-07).
 */
export const Welcome = () => {
  const me = useQuery(meQuery);
  const account = useQuery(accountQuery);
  const name = me.data ? firstNameOf(me.data) : readRecord()?.firstName;
  const title = name ? t`Welcome, ${name}` : <Trans>Welcome</Trans>;
  if (me.isPending || account.isPending) return <WelcomeSkeleton title={title} />;
  const retry = () => {
    if (me.isError) me.refetch();
    if (account.isError) account.refetch();
  };
  return (
    <PageHeader
      title={title}
      description={
        <span className={styles.lead}>
          {account.data && !account.data.openPayments.length && <NextPaymentLine account={account.data} />}{' '}
          {me.data && account.data ? (
            <StaleDataNote of={account.isError ? account : me} />
          ) : (
            <span role="alert">
              <Trans>We couldn't load your account.</Trans> <Trans>Nothing is lost.</Trans>{' '}
              <button type="button" className="link" onClick={retry}>
                <Trans>Try again</Trans>
              </button>
            </span>
          )}
        </span>
      }
    />
  );
};
