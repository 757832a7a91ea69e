import { Trans } from '@lingui/react/macro';
import { Card } from '../../../ui/card.tsx';
import styles from './choice.module.css';

interface TrialChoiceProps {
  days: number;
  trial: boolean;
  /** While an order runs the choice is not another one (DR-04). */
  disabled: boolean;
  onChange: (trial: boolean) => void;
}

/** Try or pay (SP-02): a trial is chosen where the plan offers one, and paying at once is one press away. */
export const TrialChoice = ({ days, trial, disabled, onChange }: TrialChoiceProps) => (
  <Card as="section" pad>
    <fieldset className={styles.choice} disabled={disabled}>
      <legend>
        <Trans>How to start</Trans>
      </legend>
      <label className={styles.option}>
        <input type="radio" name="start" checked={trial} onChange={() => onChange(true)} />
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
        <input type="radio" name="start" checked={!trial} onChange={() => onChange(false)} />
        <span>
          <b>
            <Trans>Pay now</Trans>
          </b>
          <small>
            <Trans>Your plan starts today, and so does its period.</Trans>
          </small>
        </span>
      </label>
    </fieldset>
  </Card>
);
