import { takesCards } from '@foyer/contract/vocabulary/cards';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { config } from '../../../lib/config.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { leftKeys } from '../../../lib/left-commands.ts';
import { paths } from '../../../lib/paths.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { removePaidPayment } from '../../../shared/orders/paid.ts';
import { PaidTitle } from '../../../shared/orders/result-card.tsx';
import { cardLabel } from '../../../shared/payments/card-brand.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { cx } from '../../../ui/cx.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Retry } from '../../../ui/retry.tsx';
import split from '../../../ui/split.module.css';
import { Steps } from '../../../ui/steps.tsx';
import { cardEntryGate } from '../model/card-entry-gate.ts';
import { newCardChargeCents, processingCents, receiptsForNewCard, retriedByNewCard } from '../model/open-receipts.ts';
import { unpaidReceiptsQuery } from '../queries/receipts.ts';
import { CardEntryNotice } from './card-entry-notice.tsx';
import { CardSaved, settledCents } from './card-saved.tsx';
import styles from './payment-method-form.module.css';
import { PaymentMethodForm } from './payment-method-form.tsx';
import { SaveCardSummary } from './save-card-summary.tsx';
import { usePaused } from './use-paused.ts';
import { usePayer } from './use-payer.ts';
import type { SavedCardResult } from './use-save-card.ts';

// on demand, because an answer is rarely lost
const LeftCard = lazyNamed(async () => (await import('./left-card.tsx')).LeftCard);

interface CountryField {
  country: string;
  visitorCountry: string;
  onChange: (country: string) => void;
  disabled: boolean;
}

interface AddressStep {
  returnPath: string;
  onboarding: boolean;
  onSaved: () => void;
}

interface PaymentMethodProps {
  /** Path of this portal, already checked (PM-01). */
  returnPath: string;
  /** The page is a step of the onboarding (PM-05). */
  onboarding: boolean;
  onSaved: () => void;
  onMissingAddress: () => void;
  /** Field for the country of a customer without an address. A prop, because it belongs to another feature. */
  countryField: (field: CountryField) => ReactNode;
  /** Form of the address that is needed before the card, and what it is for. A prop for the same reason. */
  addressStep: { purpose: ReactNode; form: (step: AddressStep) => ReactNode };
  /** Progress of the wizard, shown under the title. */
  tracker?: ReactNode;
}

/** Placeholder until the address has loaded, because the address decides which form is shown. */
const FormSkeleton = () => (
  <Card role="status">
    <span className="sr">
      <Trans>Loading…</Trans>
    </span>
    <CardSkeleton height={394} />
  </Card>
);

/** Page content of the card: a first one, or the replacement of the current one (PM-01…PM-04). */
export const PaymentMethod = ({
  returnPath,
  onboarding,
  onSaved,
  onMissingAddress,
  countryField,
  addressStep,
  tracker,
}: PaymentMethodProps) => {
  const { asked, data, failed, isAddressLoading, addressRetry } = usePayer();
  const me = useQuery(meQuery);
  const receipts = useQuery(unpaidReceiptsQuery).data ?? [];
  const paused = usePaused(receipts.length > 0);
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState<(SavedCardResult & { readonly paused: readonly string[] }) | undefined>(undefined);
  const paidCents = tried ? settledCents(tried) : 0;
  const title = useRef<HTMLHeadingElement>(null);
  const [hasLeft] = useState(() => leftKeys('card').length > 0);
  const [hadAddressStep, setHadAddressStep] = useState(false);
  // After the address is saved, the account says whether its country pays by card.
  const [isCountryChecked, setCountryChecked] = useState(true);
  useEffect(() => {
    if (paidCents > 0) title.current?.focus();
  }, [paidCents]);
  const card = data?.account.paymentMethod;
  // Text until the card has loaded: a card, because most customers have one. Onboarding customers have none.
  const label = card ? cardLabel(card) : data || onboarding ? null : 'Visa •••• 0000';
  const challenges = data?.account.openChallenges ?? [];
  const open = [...receiptsForNewCard(receipts), ...retriedByNewCard(receipts, challenges)];
  const openCents = data ? newCardChargeCents(data.account, receipts) : 0;
  const gate = data && cardEntryGate({ ...data, ...data.account, addressFirst: config.brand.addressFirst });
  const isAddressStep = gate === 'address';
  const isFormWaiting = isAddressLoading || !isCountryChecked;
  const showsSteps = tried === undefined && (isAddressStep || (hadAddressStep && (isFormWaiting || gate === null)));
  const onwards = onboarding && { onwards: returnPath };
  const visitorCountry = data?.visitorCountry ?? '';
  const country = chosen ?? visitorCountry;
  const onAddressSaved = () => {
    setHadAddressStep(true);
    setCountryChecked(false);
    void asked.refetch().finally(() => setCountryChecked(true));
    title.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  };
  return (
    <>
      <PageHeader
        crumb={onboarding ? { to: paths.home, label: <Trans>Home</Trans> } : undefined}
        titleRef={title}
        title={
          paidCents > 0 ? (
            <PaidTitle cents={paidCents} />
          ) : tried !== undefined || !data || gate === 'country' || gate === 'not-allowed' ? (
            <Trans>Payment method</Trans>
          ) : card ? (
            <Trans>Change card</Trans>
          ) : (
            <Trans>Add card</Trans>
          )
        }
        description={
          isAddressStep
            ? addressStep.purpose
            : tried === undefined &&
              !failed &&
              label && (
                <span className={cx(!card && styles.waiting)} aria-hidden={!card}>
                  <span>
                    <Trans>The new card replaces {label} for every subscription.</Trans>
                  </span>
                </span>
              )
        }
      />
      {tracker ??
        (showsSteps && (
          <Steps
            current={isAddressStep ? 1 : 2}
            steps={[
              { key: 'address', label: <Trans>Address</Trans> },
              { key: 'card', label: <Trans>Card</Trans> },
            ]}
          />
        ))}
      {tried === undefined && data && hasLeft && (
        <Suspense>
          <LeftCard account={data.account} />
        </Suspense>
      )}
      {tried !== undefined ? (
        <CardSaved tried={tried} paused={tried.paused} returnPath={returnPath} onContinue={onSaved} />
      ) : failed ? (
        <Retry title={<Trans>We're having trouble retrieving your payment method.</Trans>} of={asked}>
          <Trans>Nothing changed; only this part didn't load.</Trans>
        </Retry>
      ) : !data ? (
        <div className={split.split} key="waits">
          <FormSkeleton />
          <Card>
            <CardSkeleton height={220} />
          </Card>
        </div>
      ) : gate === 'unknown' && !isAddressLoading ? (
        <Retry title={<Trans>We're having trouble retrieving your address.</Trans>} of={me}>
          <Trans>It decides whether a card can be added. Nothing changed.</Trans>
        </Retry>
      ) : isAddressStep ? (
        addressStep.form({ returnPath, onboarding, onSaved: onAddressSaved })
      ) : gate && gate !== 'unknown' && isCountryChecked ? (
        <CardEntryNotice gate={gate} {...onwards} />
      ) : (
        <div className={cx(split.split, isFormWaiting && styles.alone)}>
          {isFormWaiting ? (
            <FormSkeleton />
          ) : (
            <PaymentMethodForm
              address={data.address}
              addressRetry={addressRetry}
              country={
                data.address === null
                  ? {
                      field: (disabled) => countryField({ country, visitorCountry, onChange: setChosen, disabled }),
                      takesCards: takesCards(country),
                      refusal: country !== '' && !takesCards(country) && (
                        <CardEntryNotice gate="country" {...onwards} />
                      ),
                    }
                  : null
              }
              openCents={openCents}
              openReceiptIds={open.flatMap(({ id }) => id ?? [])}
              questions={challenges.filter(({ kind }) => kind === 'card' || kind === 'receipt')}
              returnPath={returnPath}
              step={onboarding ? { current: card?.expired === false ? card : null } : null}
              onSaved={(now) => {
                if (settledCents(now) > 0) removePaidPayment(); // Home would show an earlier payment as the last one
                if (now.challenges.length === 0 && now.receipts?.length === 0) onSaved();
                else setTried({ ...now, paused });
              }}
              onMissingAddress={onMissingAddress}
            />
          )}
          <SaveCardSummary
            account={data.account}
            openCents={openCents}
            openFor={open.length === 1 ? (open[0]?.description ?? null) : null}
            processingCents={processingCents(receipts, challenges)}
            isForOrder={/^\/subscriptions\/.*\b(step=review|pay=now|extension=)/.test(returnPath)}
          />
        </div>
      )}
    </>
  );
};
