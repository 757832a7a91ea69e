import styles from './switch.module.css';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** Being saved: shown as chosen, but a second press waits. */
  busy?: boolean;
  disabled?: boolean;
  describedBy?: string;
}

/** A choice that acts at once. `checked` is what the person asked for; the owner puts it back when saving fails. */
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
