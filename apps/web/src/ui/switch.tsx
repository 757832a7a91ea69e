import styles from './switch.module.css';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** A change is being saved: shows the new state and ignores clicks. */
  busy?: boolean;
  disabled?: boolean;
  describedBy?: string;
}

/** Switch that acts at once. `checked` is the requested state; the owner restores it if saving fails. */
export const Switch = ({ checked, onChange, label, busy = false, disabled = false, describedBy }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className={styles.switch}
    aria-checked={checked}
    aria-label={label}
    aria-busy={busy || undefined}
    aria-describedby={describedBy}
    disabled={disabled}
    onClick={() => {
      if (!busy) onChange(!checked);
    }}
  />
);
