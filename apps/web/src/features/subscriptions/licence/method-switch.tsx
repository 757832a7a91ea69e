import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { cx } from '../../../ui/cx.ts';
import toggle from '../components/billing-toggle.module.css';
import styles from './licence.module.css';

export type Method = 'purchase' | 'code';

interface MethodSwitchProps {
  method: Method;
  onChange: (method: Method) => void;
  disabled: boolean;
}

/** Switch between purchase and code (MA-01). */
export const MethodSwitch = ({ method, onChange, disabled }: MethodSwitchProps) => {
  const option = (value: Method) => (
    <label className={toggle.option}>
      <input
        type="radio"
        name="method"
        value={value}
        checked={method === value}
        onChange={() => onChange(value)}
        disabled={disabled}
      />
      <span>{value === 'purchase' ? <Trans>Purchase an Extension</Trans> : <Trans>Redeem Code</Trans>}</span>
    </label>
  );
  return (
    <div className={cx(toggle.toggle, styles.methods)} role="radiogroup" aria-label={t`How to extend`}>
      {option('purchase')}
      {option('code')}
    </div>
  );
};
