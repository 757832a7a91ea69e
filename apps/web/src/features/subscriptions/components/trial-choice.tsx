import { Trans } from '@lingui/react/macro';
import { Card } from '../../../ui/card.tsx';
import styles from '../../../ui/choice.module.css';

interface TrialChoiceProps {
  days: number;
  trial: boolean;
  /** An order is running, so the choice is disabled (DR-04). */
  disabled: boolean;
  onChange: (trial: boolean) => void;
}

/** Choice between trial and purchase (SP-02). The trial is preselected if the plan offers one. */
export const TrialChoice = ({ days, trial, disabled, onChange }: TrialChoiceProps) => (
  <Card as="section" pad>
    <fieldset className={styles.choice} disabled={disabled}>
      <legend>
        <Trans>How to start</Trans>
      </legend>
      <label className={styles.option}>
        <input type="radio" className={styles.radio} name="start" checked={trial} onChange={() => onChange(true)} />
        <span>
          <b>
            <Trans>Try it free for {days} days</Trans>
          </b>
          <small>
            <Trans>You pay nothing today. No card needed.</Trans>
          </small>
        </span>
      </label>
      <label className={styles.option}>
        <input type="radio" className={styles.radio} name="start" checked={!trial} onChange={() => onChange(false)} />
        <span>
          <b>
            <Trans>Pay now</Trans>
          </b>
          <small>
            <Trans>Your plan and its first billing period start today.</Trans>
          </small>
        </span>
      </label>
    </fieldset>
  </Card>
);
