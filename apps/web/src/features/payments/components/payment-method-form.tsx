import type { OpenChallenge } from '@foyer/contract/api/account';
import type { Address, PaymentMethod } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { LockKeyhole } from 'lucide';
import { type ReactNode, Suspense, useState } from 'react';
import { config } from '../../../lib/config.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';
import type { useUser } from '../../../shared/account/use-user.ts';
import { addressee, addressInOneLine } from '../../../shared/address/address-lines.ts';
import { ResumedChallenges } from '../../../shared/orders/resumed-challenges.tsx';
import { ChallengeNotice } from '../../../shared/payments/challenge-notice.tsx';
import { WaitingForBank } from '../../../shared/payments/waiting-for-bank.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { MakeToken } from './card-field.ts';
import styles from './payment-method-form.module.css';
import { TestCards } from './test-cards.tsx';
import { type SavedCardResult, useSaveCard } from './use-save-card.ts';

const { Part: SaveCardError, usePreload: usePreloadSaveCardError } = lazyPreloaded(
  async () => (await import('./save-card-error.tsx')).SaveCardError,
);

// on demand: an installation has one gateway, and does not need the field of the other
const CARD_FIELDS = {
  sandbox: {
    CardField: lazyNamed(() => import('./sandbox-card-field.tsx').then((file) => file.SandboxCardField)),
    heightPx: 126,
  },
  stripe: {
    CardField: lazyNamed(() => import('./stripe-card-field.tsx').then((file) => file.StripeCardField)),
    heightPx: 74,
  },
};

interface PaymentMethodFormProps {
  /** Undefined when the address did not load. A card can still be saved, because the server knows the address. */
  address: Address | null | undefined;
  addressRetry: ReturnType<typeof useUser>['retry'];
  /**
   * Country of a customer without an address, which decides whether a card can be added. `refusal` is the reason why
   * not. Null with an address.
   */
  country: { field: (disabled: boolean) => ReactNode; takesCards: boolean; refusal: ReactNode } | null;
  /** Open amount that the new card is charged at once. */
  openCents: number;
  /** Ids of the receipts that this amount is of. */
  openReceiptIds: readonly string[];
  /** Open bank challenges about a card of an earlier page, or about a payment with it. */
  questions: readonly OpenChallenge[];
  returnPath: string;
  /** Card that can be kept, in onboarding only. */
  step: { current: PaymentMethod | null } | null;
  onSaved: (tried: SavedCardResult) => void;
  onMissingAddress: () => void;
}

/** Form of a card: billing address, card field, and a button with the amount charged now (PM-01, PM-04). */
export const PaymentMethodForm = ({
  address,
  addressRetry,
  country,
  openCents,
  openReceiptIds,
  questions,
  returnPath,
  step,
  onSaved,
  onMissingAddress,
}: PaymentMethodFormProps) => {
  const [makeToken, setMakeToken] = useState<MakeToken | null>(null);
  const { CardField, heightPx } = CARD_FIELDS[config.gateway];
  usePreloadSaveCardError();
  const { save, onCardSaved, dropToken, processing, failure, challenge } = useSaveCard({
    openReceiptIds,
    onSaved,
    onMissingAddress,
  });
  const showsResumed = !processing && !failure;
  const isAsked = challenge !== null || (showsResumed && questions.length > 0);
  const takesCards = country?.takesCards ?? true;
  return (
    <Card pad>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (makeToken && takesCards) void save(makeToken);
        }}
      >
        {address !== null && (
          <>
            <div>
              <h2 className={styles.small}>
                <Trans>Billing address</Trans>
              </h2>
              <p className={styles.address}>
                {address ? (
                  <>
                    {addressee(address).join(', ')}
                    <br />
                    {addressInOneLine(address, true)}
                  </>
                ) : (
                  <LoadError {...addressRetry} />
                )}
              </p>
            </div>
            <hr className={styles.rule} />
          </>
        )}
        {country && (
          <>
            {country.field(processing)}
            {country.refusal}
            <hr className={styles.rule} />
          </>
        )}
        {showsResumed && <ResumedChallenges open={questions} onConfirmed={(answer) => void onCardSaved(answer)} />}
        {challenge && <ChallengeNotice challenge={challenge} />}
        {failure && (
          <Suspense>
            <SaveCardError failure={failure} />
          </Suspense>
        )}
        <div hidden={Boolean(country?.refusal)}>
          <Suspense fallback={<Skeleton height={heightPx} radius={8} />}>
            <CardField
              disabled={processing}
              describedBy="card-hint"
              onChange={(next) => {
                dropToken();
                setMakeToken(() => next);
              }}
            />
          </Suspense>
          <p className={styles.hint} id="card-hint">
            <Icon of={LockKeyhole} size={16} />
            <span>
              {config.gateway === 'sandbox' ? (
                <Trans>
                  This is the sandbox: only test cards work, such as 4242 4242 4242 4242. No real money moves.
                </Trans>
              ) : (
                <Trans>
                  Card details go straight to our payment provider. {config.brand.vendor} never sees the number.
                </Trans>
              )}
            </span>
          </p>
          {config.gateway === 'sandbox' && <TestCards />}
        </div>
        <div className={styles.actions}>
          {/* while the bank asks, its notice has the button that cancels */}
          {!step && !isAsked && (
            <LinkButton to={returnPath}>
              <Trans>Cancel</Trans>
            </LinkButton>
          )}
          {step?.current && !challenge && (
            <LinkButton to={returnPath}>
              <Trans>Use Current</Trans>
            </LinkButton>
          )}
          <Button
            type="submit"
            variant={isAsked ? 'outline' : 'primary'}
            disabled={makeToken === null || !takesCards}
            busy={processing}
            busyLabel={challenge ? <WaitingForBank /> : <Trans>Saving…</Trans>}
          >
            {openCents > 0 ? (
              <Trans>
                Save card and pay <Money cents={openCents} />
              </Trans>
            ) : step ? (
              <Trans>Continue</Trans>
            ) : (
              <Trans>Save card</Trans>
            )}
          </Button>
        </div>
      </form>
    </Card>
  );
};
