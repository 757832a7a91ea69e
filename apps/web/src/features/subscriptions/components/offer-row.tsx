import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import type { Offer } from '../model/plan-card.ts';
import { perWord, rhythmWord } from '../words.ts';
import styles from './plan-card.module.css';

interface OfferRowProps {
  offer: Offer;
  checked: boolean;
  onChoose: (intervalId: string) => void;
  /** Nothing can be chosen now; prices still stand. */
  locked: boolean;
}

const Price = ({ offer: { rhythm, amountCents, couponCents, interval } }: { offer: Offer }) => {
  const { i18n } = useLingui();
  return (
    <span className={styles.price}>
      {rhythm === 'free' ? (
        <small>{interval === 'free' ? <Trans>Renews in 6 months</Trans> : <Trans>Renews in 1 year</Trans>}</small>
      ) : (
        <>
          <Money cents={couponCents ?? amountCents} whole />
          <small> {i18n._(perWord[rhythm])}</small>
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

/** One way to be billed. All rows of the page are one radio group; what the account has already is no choice. */
export const OfferRow = ({ offer, checked, onChoose, locked }: OfferRowProps) => {
  const { i18n } = useLingui();
  const word = i18n._(rhythmWord[offer.rhythm]);
  if (offer.current || locked) {
    return (
      <div className={cx(styles.offer, styles.mine)}>
        {offer.current && <Icon of={Check} size={16} />}
        {word}
        <Price offer={offer} />
      </div>
    );
  }
  return (
    <label className={styles.offer}>
      <input
        type="radio"
        name="plan"
        value={offer.intervalId}
        checked={checked}
        onChange={() => onChoose(offer.intervalId)}
      />
      {word}
      {offer.savePercent !== null && (
        <span className={styles.save}>
          <Trans>Save {offer.savePercent}%</Trans>
        </span>
      )}
      <Price offer={offer} />
    </label>
  );
};
