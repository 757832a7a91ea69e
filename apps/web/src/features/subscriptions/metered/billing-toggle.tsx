import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import styles from '../components/billing-toggle.module.css';
import type { Billing } from '../model/tiered-card.ts';

interface BillingToggleProps {
  billing: Billing;
  savePercent: number | null;
  onChange: (billing: Billing) => void;
  disabled?: boolean;
}

/** Switch between monthly and yearly billing of all cards, with the saving (IO-01). */
export const BillingToggle = ({ billing, savePercent, onChange, disabled = false }: BillingToggleProps) => {
  const option = (value: Billing) => (
    <label className={styles.option}>
      <input
        type="radio"
        name="billing"
        value={value}
        checked={billing === value}
        onChange={() => onChange(value)}
        disabled={disabled}
      />
      <span>
        {value === 'monthly' ? <Trans>Monthly</Trans> : <Trans>Yearly</Trans>}
        {value === 'yearly' && savePercent !== null && savePercent > 0 && (
          <em>
            {' '}
            <Trans>Save {savePercent}%</Trans>
          </em>
        )}
      </span>
    </label>
  );
  return (
    <div className={styles.toggle} role="radiogroup" aria-label={t`Billing`}>
      {option('monthly')}
      {option('yearly')}
    </div>
  );
};
