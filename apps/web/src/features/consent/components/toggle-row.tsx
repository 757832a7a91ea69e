import { type ReactNode, useId } from 'react';
import rows from '../../../ui/rows.module.css';
import { Switch } from '../../../ui/switch.tsx';
import styles from './privacy.module.css';

interface ToggleRowProps {
  label: string;
  line: ReactNode;
  checked: boolean;
  /** A change is being saved. */
  saving: boolean;
  failed: ReactNode;
  onChange: (on: boolean) => void;
}

/**
 * Switch of a consent. Shows the new state while it is saved, and restores it with the reason if that fails (HO-05).
 */
export const ToggleRow = ({ label, line, checked, saving, failed, onChange }: ToggleRowProps) => {
  const lineId = useId();
  return (
    <li className={styles.row}>
      <div>
        <h3 className={rows.name}>{label}</h3>
        <p className={rows.line} id={lineId}>
          {line}
        </p>
        {failed && (
          <p className={rows.error} role="alert">
            {failed}
          </p>
        )}
      </div>
      <Switch checked={checked} onChange={onChange} label={label} busy={saving} describedBy={lineId} />
    </li>
  );
};
