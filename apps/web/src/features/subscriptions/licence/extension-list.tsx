import type { MaintenanceOption } from '@foyer/contract/api/maintenance';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import choices from '../../../ui/choice.module.css';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { monthlyCents, monthsOf, savePercent } from './extension-choice.ts';
import { LengthText } from './length-text.tsx';
import styles from './licence.module.css';

interface ExtensionListProps {
  options: readonly MaintenanceOption[];
  picked: MaintenanceOption;
  disabled: boolean;
  onPick: (id: string) => void;
}

/** List of extensions with the added time, the price and the price per month (MA-02). */
export const ExtensionList = ({ options, picked, disabled, onPick }: ExtensionListProps) => {
  return (
    <div className={choices.choice} role="radiogroup" aria-label={t`Extension`}>
      {options.map((option) => {
        const saving = savePercent(option, options);
        return (
          <label key={option.id} className={choices.option}>
            <input
              type="radio"
              className={choices.radio}
              name="extension"
              checked={option.id === picked.id}
              onChange={() => onPick(option.id)}
              disabled={disabled}
            />
            <span className={styles.description}>
              <b>
                <LengthText months={monthsOf(option)} />
              </b>
              {saving !== null && (
                <em>
                  {' '}
                  <Trans>Save {saving}%</Trans>
                </em>
              )}
              <small>
                <Trans>
                  New versions until <DateText instant={option.newExpiration} />
                </Trans>
              </small>
            </span>
            <span className={styles.price}>
              <b>
                <Money cents={option.totalPrice} whole />
              </b>
              <small>
                <Trans>
                  <Money cents={monthlyCents(option)} whole /> a month
                </Trans>
              </small>
            </span>
          </label>
        );
      })}
    </div>
  );
};
