import type { ReactNode } from 'react';
import dock from '../../ui/dock.module.css';
import { Money } from '../../ui/money.tsx';

interface DueDockProps {
  /** Label "Due today", as the page words it. */
  label: ReactNode;
  cents: number;
  /** Button that pays. */
  children: ReactNode;
}

/** Bar at the foot of a phone's review with the amount due and the button that pays it. */
export const DueDock = ({ label, cents, children }: DueDockProps) => (
  <div className={dock.dock}>
    <div className={dock.text}>
      <p>{label}</p>
      <b className={dock.amount}>
        <Money cents={cents} />
      </b>
    </div>
    {children}
  </div>
);
