import type { AccountView } from '@foyer/contract/api/account';
import type { MaintenanceOption, MaintenanceOptions } from '@foyer/contract/api/maintenance';
import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense, useRef } from 'react';
import { config } from '../../../lib/config.ts';
import { mayStillSucceed } from '../../../lib/failure.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { storePaidPayment } from '../../../shared/orders/paid.ts';
import { ResumedChallenges } from '../../../shared/orders/resumed-challenges.tsx';
import { type OrderButtonSize, ReviewFrame } from '../../../shared/orders/review-frame.tsx';
import { CardBrand, cardLabel } from '../../../shared/payments/card-brand.tsx';
import { WaitingForBank } from '../../../shared/payments/waiting-for-bank.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import rows from '../../../ui/rows.module.css';
import { AddressRow } from '../components/address-row.tsx';
import { PaymentRow } from '../components/payment-row.tsx';
import { isCardDeclined, isUnanswered } from '../model/failure.ts';
import { paymentNotice } from '../model/payment-notice.ts';
import { addressPath, cardPath } from '../model/setup-paths.ts';
import { UNKNOWN_PURCHASE } from '../model/unknown-outcome.ts';
import { coverageAt } from './coverage.ts';
import { ExtendedNotice } from './extended-notice.tsx';
import { ExtensionList } from './extension-list.tsx';
import { ExtensionSummary } from './extension-summary.tsx';
import { LazyExtensionFailure, usePreloadExtensionFailure } from './lazy-extension-failure.ts';
import styles from './licence.module.css';
import { useExtension } from './use-extension.ts';

type Reason = Pick<MaintenanceOptions, 'isAtMaxMaintenanceLength' | 'isOutsideMaintenanceRange'>;

const Reason = ({ isAtMaxMaintenanceLength, isOutsideMaintenanceRange }: Reason) => {
  if (isAtMaxMaintenanceLength) return <Trans>Your maintenance reaches as far ahead as it can be extended.</Trans>;
  return isOutsideMaintenanceRange ? (
    <Trans>Your maintenance ended too long ago to be extended here.</Trans>
  ) : (
    <Trans>There is none for your plan at the moment.</Trans>
  );
};

/** Reason why there is no extension to choose, with the contact (MA-02). */
const NoExtension = ({ product, extensions }: { product: string; extensions: Reason }) => {
  const email = familyOf(product).helpEmail ?? config.contacts.supportEmail;
  return (
    <Notice
      tone="warn"
      title={<Trans>No extension is on offer for this license</Trans>}
      titleAs="h3"
      actions={
        email && (
          <LinkButton size="sm" href={`mailto:${email}`}>
            <Trans>Tell support</Trans>
          </LinkButton>
        )
      }
    >
      <p>
        <Reason {...extensions} /> <Trans>Please tell support if you think this is wrong.</Trans>
      </p>
    </Notice>
  );
};

interface ExtensionHintProps {
  /** End of maintenance, past or future. */
  until: string | null;
  today: string;
}

/** Start of the extension (MA-05): an early one begins at the end of maintenance, a late one has already begun. */
const ExtensionHint = ({ until, today }: ExtensionHintProps) => {
  const coverage = coverageAt(until, today);
  return coverage.kind === 'lapsed' ? (
    <Trans>
      Your maintenance ended on <DateText instant={coverage.until} />, and an extension starts on that day: the time
      since then counts as a part of it. It is a one-time payment and does not renew.
    </Trans>
  ) : (
    <Trans>
      An extension starts where your maintenance ends, so you lose nothing by buying early. It is a one-time payment and
      does not renew.
    </Trans>
  );
};

// on demand, because most banks ask nothing
const ChallengeNotice = lazyNamed(() =>
  import('../../../shared/payments/challenge-notice.tsx').then((file) => file.ChallengeNotice),
);
const { Part: PendingNotice, usePreload: usePreloadPending } = lazyPreloaded(
  async () => (await import('../components/pending-notice.tsx')).PendingNotice,
);

interface PurchaseExtensionProps {
  subscription: Subscription;
  extensions: MaintenanceOptions;
  options: readonly MaintenanceOption[];
  picked: MaintenanceOption | undefined;
  /** The picked option was chosen with the button. Only then can it be bought. */
  chosen: boolean;
  account: Pick<AccountView, 'paymentMethod' | 'canAddPaymentMethod'>;
  /** Path of this page with the picked option, to return from the card or address form. */
  returnPath: string;
  /** Open bank challenges about an earlier extension. */
  questions: AccountView['openChallenges'];
  /** Current date of the account. */
  today: string;
  /** Renders the heading and the switch between purchase and code. */
  head: (busy: boolean) => ReactNode;
  onPick: (id: string) => void;
  onChoose: (id: string) => void;
  onMissingAddress: () => void;
  onExtended: () => void;
}

/** Purchase of an extension: length, price, and the button that pays (MA-01, MA-03). */
export const PurchaseExtension = ({
  subscription,
  extensions,
  options,
  picked,
  chosen,
  account: { paymentMethod, canAddPaymentMethod },
  questions,
  returnPath,
  today,
  head,
  onPick,
  onChoose,
  ...on
}: PurchaseExtensionProps) => {
  usePreloadPending();
  usePreloadExtensionFailure();
  const amountDueCents = picked?.quote.amountDueCents ?? 0;
  const { extend, clearFailure, processing, done, failure, challenge } = useExtension({
    subscriptionId: subscription.id,
    pending: extensions.pendingPurchaseId !== null,
    isOfCode: false,
    onExtended: (receiptId) => {
      if (picked && amountDueCents > 0)
        storePaidPayment({
          cents: amountDueCents,
          creditCents: 0,
          description: `${subscription.plan.displayName} · ${picked.name}`,
          product: subscription.product,
          until: picked.newExpiration,
          receiptId,
        });
      on.onExtended();
    },
    onMissingAddress: on.onMissingAddress,
  });
  const summary = useRef<HTMLDivElement>(null);
  const underWay = extensions.pendingPurchaseId !== null && !processing && !done;
  const isRefused = failure && !failure.isOfFirstOrder && !(underWay && isUnanswered(failure));
  const blocked = underWay || mayStillSucceed(failure);
  const busy = processing || done;
  const showsResumed = !busy && !isRefused;
  // The order waits until the customer has answered the bank or canceled in its notice.
  const isAsked = challenge !== null || (showsResumed && questions.length > 0);

  const pick = (id: string) => {
    clearFailure();
    onPick(id);
  };
  const choose = (id: string) => {
    onChoose(id);
    summary.current?.focus();
  };
  // PM-03: no card can pay from this country, neither a new one nor the one on file.
  const payable = canAddPaymentMethod || amountDueCents === 0;

  const lacksCard = amountDueCents > 0 && paymentMethod === null;

  const pay = (size: OrderButtonSize) =>
    picked &&
    chosen &&
    (lacksCard && canAddPaymentMethod && !busy && !blocked && !isAsked ? (
      <LinkButton variant="primary" {...size} to={cardPath(returnPath)}>
        <Trans>Add card to continue</Trans>
      </LinkButton>
    ) : (
      <Button
        variant={isAsked || isCardDeclined(failure) ? 'outline' : 'primary'}
        {...size}
        disabled={!busy && !isAsked && (blocked || !payable || lacksCard)}
        busy={busy || isAsked}
        busyLabel={isAsked ? <WaitingForBank /> : <Trans>Paying…</Trans>}
        onClick={() =>
          void extend({
            maintenanceExtensionId: picked.id,
            quantity: picked.quantity,
            expectedTotalCents: amountDueCents,
            expectedExpiration: picked.newExpiration,
          })
        }
      >
        {payable ? (
          <Trans>
            Confirm and Pay <Money cents={amountDueCents} />
          </Trans>
        ) : (
          <Trans>Card payments aren't available in your country</Trans>
        )}
      </Button>
    ));

  const billed = payable && amountDueCents > 0 && paymentMethod && !paymentMethod.expired && (
    <p className={styles.billed}>
      <CardBrand brand={paymentMethod.brand} decorative />
      <span>
        <Trans>Billed once to {cardLabel(paymentMethod)}</Trans>
      </span>
    </p>
  );

  return (
    <ReviewFrame
      title={<Trans>Summary</Trans>}
      amounts={
        picked ? (
          <ExtensionSummary option={picked} from={extensions.maintenanceEnds} />
        ) : (
          <p className={styles.hint}>
            <Trans>Nothing to pay.</Trans>
          </p>
        )
      }
      amountsRef={summary}
      button={pay}
      below={picked && chosen && billed}
      due={picked && chosen ? { label: <Trans>Due today</Trans>, cents: amountDueCents } : null}
    >
      <section className={styles.extension} aria-labelledby="extension">
        {head(busy)}
        {challenge && (
          <Suspense>
            <ChallengeNotice challenge={challenge} />
          </Suspense>
        )}
        {showsResumed && <ResumedChallenges open={questions} isOrderShown onConfirmed={on.onExtended} />}
        {done && <ExtendedNotice />}
        {failure && !(underWay && isUnanswered(failure)) && (
          <Suspense>
            <LazyExtensionFailure failure={failure} />
          </Suspense>
        )}
        {underWay && !isRefused && (
          <Suspense>
            <PendingNotice isOutcomeUnknown={extensions.pendingPurchaseId === UNKNOWN_PURCHASE} />
          </Suspense>
        )}
        {picked ? (
          <>
            <ExtensionList options={options} picked={picked} disabled={busy} onPick={pick} />
            <Button
              className={styles.choose}
              variant={chosen || isAsked ? 'outline' : 'primary'}
              disabled={chosen || busy || blocked}
              onClick={() => choose(picked.id)}
            >
              <Trans>Choose Extension</Trans>
            </Button>
            <p className={styles.hint}>
              <ExtensionHint until={extensions.maintenanceEnds} today={today} />
            </p>
            <Card as="ul" className={rows.rows}>
              {amountDueCents > 0 && (
                <PaymentRow
                  notice={paymentNotice({
                    trial: false,
                    card: paymentMethod,
                    paymentMethodRequired: true,
                  })}
                  autoRenew={false}
                  canAddPaymentMethod={canAddPaymentMethod}
                  returnPath={returnPath}
                />
              )}
              <AddressRow to={addressPath(returnPath)} />
            </Card>
          </>
        ) : (
          <NoExtension product={subscription.product} extensions={extensions} />
        )}
      </section>
    </ReviewFrame>
  );
};
