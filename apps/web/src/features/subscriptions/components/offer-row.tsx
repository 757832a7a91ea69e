import { type Interval, intervalMonths } from '@foyer/contract/vocabulary/plans';
import { Plural, Trans } from '@lingui/react/macro';
import { Check } from 'lucide';
import choice from '../../../ui/choice.module.css';
import { cx } from '../../../ui/cx.ts';
import { DateText } from '../../../ui/date.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { intervalButtonLabel, priceSuffix } from '../interval-labels.ts';
import type { EndLine } from '../model/current-plan.ts';
import type { Offer } from '../model/plan-card.ts';
import styles from './plan-card.module.css';

interface OfferRowProps {
  offer: Offer;
  checked: boolean;
  onChoose: (intervalId: string) => void;
  /** Nothing can be chosen now, but prices stay visible. */
  locked: boolean;
  /** Day on which this ordered plan replaces the current one. It cannot be chosen again. */
  from: string | undefined;
  /** Event at the end of the current plan. */
  ending: EndLine | null;
}

interface PriceProps {
  offer: Offer;
  from?: string | undefined;
  ending: EndLine | null;
}

/**
 * Renewal date (DR-07). A free plan renews after its interval; the current plan, such as a promotion, at its own date.
 */
const FreeTerm = ({ interval, from, ending }: Omit<PriceProps, 'offer'> & { interval: Interval }) => {
  if (from !== undefined)
    return (
      <Trans>
        From <DateText instant={from} />
      </Trans>
    );
  if (ending?.kind === 'never') return <Trans>Never Ends</Trans>;
  if (ending && 'on' in ending) {
    const date = <DateText instant={ending.on} />;
    return ending.kind === 'renews' ? <Trans>Renews {date}</Trans> : <Trans>Until {date}</Trans>;
  }
  const months = intervalMonths[interval];
  return months % 12 === 0 ? (
    <Plural value={months / 12} one="Renews in # year" other="Renews in # years" />
  ) : (
    <Plural value={months} one="Renews in # month" other="Renews in # months" />
  );
};

const Price = ({ offer: { rhythm, amountCents, couponCents, interval }, from, ending }: PriceProps) => {
  return (
    <span className={styles.price}>
      {rhythm === 'free' ? (
        <small className={styles.term}>
          <FreeTerm interval={interval} from={from} ending={ending} />
        </small>
      ) : (
        <>
          <Money cents={couponCents ?? amountCents} whole />
          <small> {priceSuffix[rhythm]}</small>
          {couponCents !== null && (
            <small className={styles.was}>
              <Trans>
                <span className="sr">instead of </span>
                <s>
                  <Money cents={amountCents} whole />
                </s>
              </Trans>
            </small>
          )}
        </>
      )}
    </span>
  );
};

/**
 * Offer of a plan: interval and price. All offers of the page are one radio group; the current plan is not selectable.
 */
export const OfferRow = ({ offer, checked, onChoose, locked, from, ending }: OfferRowProps) => {
  const word = intervalButtonLabel[offer.rhythm];
  if (offer.current || locked || from !== undefined) {
    return (
      <div className={cx(styles.offer, styles.currentPlan)}>
        {offer.current && <Icon of={Check} size={16} />}
        <span className={styles.rhythm}>{word}</span>
        <Price offer={offer} from={from} ending={offer.current ? ending : null} />
      </div>
    );
  }
  return (
    <label className={styles.offer}>
      <input
        type="radio"
        className={choice.radio}
        name="plan"
        value={offer.intervalId}
        checked={checked}
        onChange={() => onChoose(offer.intervalId)}
      />
      <span className={styles.rhythm}>
        {word}
        {offer.savePercent !== null && (
          <span className={styles.save}>
            <Trans>Save {offer.savePercent}%</Trans>
          </span>
        )}
      </span>
      <Price offer={offer} ending={null} />
    </label>
  );
};
