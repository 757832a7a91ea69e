import type { Coupon } from '@foyer/contract/api/coupons';
import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { tierFits } from '../../../shared/catalogue/tier-fits.ts';
import choice from '../../../ui/choice.module.css';
import { DateText } from '../../../ui/date.tsx';
import styles from './codes.module.css';

interface LicenceChoiceProps {
  coupon: Coupon;
  licences: readonly Subscription[];
  chosen: string | null;
  /** The licence was chosen automatically. */
  picked: boolean;
  /** New end of the chosen licence; null while it loads. */
  until: string | null;
  disabled: boolean;
  onChoose: (id: string) => void;
}

/**
 * Choice of the perpetual licence for a maintenance code (CD-02). A licence of another tier shows why it cannot be
 * chosen.
 */
export const LicenceChoice = ({ coupon, licences, chosen, picked, until, disabled, onChoose }: LicenceChoiceProps) => (
  <fieldset className={styles.choices} disabled={disabled}>
    <legend>
      <Trans>Which license do you want to extend?</Trans>
    </legend>
    {picked && (
      <p className="small">
        <Trans>We picked the one that fits.</Trans>
      </p>
    )}
    {licences.map((licence) => {
      const matches = tierFits(coupon, licence.plan.tierName);
      const ends = licence.maintenancePeriod?.expiration ?? licence.maintenanceEnds;
      return (
        <label key={licence.id} className={choice.option}>
          <input
            type="radio"
            className={choice.radio}
            name="licence"
            checked={chosen === licence.id}
            disabled={!matches}
            onChange={() => onChoose(licence.id)}
          />
          <span className="grow">
            <b>{licence.plan.displayName}</b>
            <small>
              {!matches ? (
                <Trans>Your extension tier doesn't match your {licence.plan.tierName} plan.</Trans>
              ) : ends ? (
                <Trans>
                  Maintenance until <DateText instant={ends} />
                </Trans>
              ) : (
                <Trans>No maintenance yet</Trans>
              )}
            </small>
          </span>
          {chosen === licence.id && until && (
            <span className={styles.end}>
              <small>
                <Trans>New end date</Trans>
              </small>
              <b>
                <DateText instant={until} />
              </b>
            </span>
          )}
        </label>
      );
    })}
  </fieldset>
);
