import type { AccountView } from '@foyer/contract/api/account';
import type { PlanExchange } from '@foyer/contract/api/plan-exchange';
import type { Promotion } from '@foyer/contract/api/promotions';
import type { Subscription } from '@foyer/contract/api/shapes';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { pageLanguage } from '../../../lib/page-language.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { ReviewFrame } from '../../../shared/orders/review-frame.tsx';
import { CardBrand, cardLabel } from '../../../shared/payments/card-brand.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import rows from '../../../ui/rows.module.css';
import split from '../../../ui/split.module.css';
import { SummaryLine, SummaryLines } from '../../../ui/summary.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { durationText } from '../model/duration-text.ts';
import { GrantRow } from './grant-row.tsx';
import { LazyPromotionFailure } from './lazy-promotion-failure.ts';
import styles from './promotions.module.css';
import { RenewalCharge } from './renewal-charge.tsx';
import type { useSubscribe } from './use-subscribe.ts';

/** Renders the losses of a plan exchange. A prop, because plans belong to another feature. */
export type LossesSlot = (exchange: PlanExchange) => ReactNode;

interface PromotionReviewProps {
  promotion: Promotion;
  card: AccountView['paymentMethod'];
  /** Current subscriptions. The promotion replaces those of its families with one live subscription. */
  held: readonly Subscription[];
  losses: LossesSlot;
  /** A card can be charged after the free time. Otherwise the plans end, and auto-renew cannot be chosen. */
  renewable: boolean;
  autoRenew: boolean;
  onAutoRenew: (on: boolean) => void;
  action: ReturnType<typeof useSubscribe>;
  cardPath: string;
  addressPath: string;
  onCancel: () => void;
}

interface ReplacedPlanProps extends Pick<PromotionReviewProps, 'held'>, Pick<Promotion, 'creditCents'> {
  product: string;
}

/** Says which plans of a family the promotion replaces, which unpaid ones it ends, and the credit for them (PR-04). */
const ReplacedPlan = ({ product, creditCents, held }: ReplacedPlanProps) => {
  const { name, several } = familyOf(product);
  const own = held.filter((one) => one.product === product);
  const trial = own.find(({ isTrial }) => isTrial);
  // A trial lies over another plan. The paid plan is the one below it.
  const below = own.find(({ isTrial }) => !isTrial);
  if (several || !(trial || below)) return null;
  const back = creditCents ?? 0;
  return (
    <Notice
      title={
        below ? (
          <Trans>
            The promotion replaces {name} {below.plan.displayName} today.
          </Trans>
        ) : (
          <Trans>
            The promotion replaces your trial of {name} {trial?.plan.displayName} today.
          </Trans>
        )
      }
    >
      {below && trial && (
        <p>
          <Trans>
            Your trial of {name} {trial.plan.displayName} ends today too.
          </Trans>
        </p>
      )}
      {trial?.transitionAtEnd && (
        <p>
          <Trans>The trial doesn't go on as the paid plan you agreed to, and nothing is charged for it.</Trans>
        </p>
      )}
      {back > 0 && (
        <p>
          <Trans>
            The days you paid for and didn't use come back as <Money cents={back} /> account credit.
          </Trans>
        </p>
      )}
    </Notice>
  );
};

interface OwnedLicenceProps extends Pick<PromotionReviewProps, 'held'> {
  grant: Promotion['grants'][number];
  /** The plan continues as a paid plan after the free time. */
  continues: boolean;
}

/** Says that the customer owns a perpetual license of the family, which the plan of the promotion lies beside (PR-04). */
const OwnedLicence = ({ grant: { product, planName, amountAfter }, held, continues }: OwnedLicenceProps) => {
  const licence = held.find((one) => one.product === product && one.isPerpetual);
  if (!licence) return null;
  const { name } = familyOf(product);
  return (
    <Notice
      tone="warn"
      titleAs="p"
      title={
        <Trans>
          You own {name} {licence.plan.displayName} for good
        </Trans>
      }
    >
      <p>
        <Trans>The promotion adds {planName} beside your license and doesn't change it.</Trans>{' '}
        {continues && !!amountAfter && (
          <Trans>
            After the free time it's <Money cents={amountAfter} /> a year, plus tax. Turn off auto-renew if you don't
            need both.
          </Trans>
        )}
      </p>
    </Notice>
  );
};

interface TermsProps extends Pick<PromotionReviewProps, 'promotion'> {
  /** The plans continue as paid plans after the free time. */
  continues: boolean;
}

const RenewalTerms = ({ promotion: { renewsOn }, continues }: TermsProps) => {
  if (renewsOn === null) return <Trans>It never ends, and nothing is ever charged.</Trans>;
  return continues ? (
    <Trans>
      Renews on <DateText instant={renewsOn} />. Your card is not charged before that date. You can turn auto-renew off
      at any time.
    </Trans>
  ) : (
    <Trans>
      Does not auto-renew. It ends on <DateText instant={renewsOn} />, and nothing is charged then.
    </Trans>
  );
};

/** Review step: granted plans, their end, later charges, card, and the button (PR-04). */
export const PromotionReview = ({
  promotion,
  card,
  held,
  losses,
  renewable,
  autoRenew,
  onAutoRenew,
  action: { subscribe, busy, failure },
  cardPath,
  addressPath,
  onCancel,
}: PromotionReviewProps) => {
  const { renewsOn, months } = promotion;
  const continues = renewable && autoRenew;
  const over = failure?.reason === 'NEEDS_REVIEW';
  return (
    <ReviewFrame
      title={<Trans>Review</Trans>}
      amounts={
        <SummaryLines>
          {promotion.grants.map((grant) => (
            <SummaryLine
              key={grant.planId}
              label={
                months === null ? (
                  <Trans>
                    {familyOf(grant.product).name} {grant.planName}
                  </Trans>
                ) : (
                  <Trans>
                    {familyOf(grant.product).name} {grant.planName}, {durationText(months, pageLanguage())}
                  </Trans>
                )
              }
            >
              <Trans>Free</Trans>
            </SummaryLine>
          ))}
          <SummaryLine label={<Trans>Due today</Trans>} rule due>
            <Money cents={0} />
          </SummaryLine>
        </SummaryLines>
      }
      then={continues && renewsOn && <RenewalCharge promotion={promotion} renewsOn={renewsOn} card={card} />}
      button={(size) => (
        <Button
          variant="primary"
          {...size}
          disabled={over && !busy}
          busy={busy}
          busyLabel={<Trans>Subscribing…</Trans>}
          onClick={() => void subscribe()}
        >
          <Trans>Subscribe</Trans>
        </Button>
      )}
      below={
        <Button variant="quiet" full onClick={onCancel} disabled={busy}>
          <Trans>Cancel</Trans>
        </Button>
      }
      due={{ label: <Trans>Due today</Trans>, cents: 0 }}
    >
      <div className={split.stack}>
        {failure && (
          <Suspense>
            <LazyPromotionFailure
              failure={failure}
              actions={
                failure.reason === 'MISSING_ADDRESS' ? (
                  <LinkButton size="sm" to={addressPath}>
                    <Trans>Add Address</Trans>
                  </LinkButton>
                ) : (
                  failure.reason === 'PAYMENT_METHOD_REQUIRED' && (
                    <LinkButton size="sm" to={cardPath}>
                      <Trans>Add card</Trans>
                    </LinkButton>
                  )
                )
              }
            />
          </Suspense>
        )}
        <Card as="ul" className={styles.grants}>
          {promotion.grants.map((grant) => (
            <GrantRow key={grant.planId} grant={grant} renewsOn={renewsOn} continues={continues} />
          ))}
        </Card>
        {promotion.exchange && losses(promotion.exchange)}
        {promotion.grants.map((grant) => (
          <OwnedLicence key={grant.planId} grant={grant} held={held} continues={continues} />
        ))}
        {promotion.grants.map(({ product }) => (
          <ReplacedPlan key={product} product={product} creditCents={promotion.creditCents} held={held} />
        ))}
        <Card as="ul" className={rows.rows}>
          <li className={rows.row}>
            <div>
              <h2 className="strong">
                <Trans>Auto-renew</Trans>
              </h2>
              <p className={rows.line} id="auto-renew-line">
                <RenewalTerms promotion={promotion} continues={continues} />
              </p>
            </div>
            {renewable && renewsOn && (
              <Switch
                checked={autoRenew}
                onChange={onAutoRenew}
                label={t`Auto-renew`}
                disabled={busy || over}
                describedBy="auto-renew-line"
              />
            )}
          </li>
          {continues && card && (
            <li className={rows.row}>
              <div>
                <h2 className="strong">
                  <Trans>Payment method</Trans>
                </h2>
                <p className={cx(rows.line, styles.card)}>
                  <CardBrand brand={card.brand} decorative />
                  <span>
                    <Trans>{cardLabel(card)} · not charged until the renewal date</Trans>
                  </span>
                </p>
              </div>
              <LinkButton size="sm" to={cardPath}>
                <Trans>Change card</Trans>
              </LinkButton>
            </li>
          )}
        </Card>
      </div>
    </ReviewFrame>
  );
};
