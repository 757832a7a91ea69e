import type { ReactNode } from 'react';
import dock from './dock.module.css';
import { Money } from './money.tsx';

interface DueDockProps {
  /** "Due today", in the words of the page it stands on. */
  label: ReactNode;
  cents: number;
  /** The one button. */
  children: ReactNode;
}

/** At the foot of a phone's review: what is due, and the button that pays it. */
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
