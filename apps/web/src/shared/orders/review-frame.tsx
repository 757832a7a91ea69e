import type { ReactNode, Ref } from 'react';
import { cx } from '../../ui/cx.ts';
import dock from '../../ui/dock.module.css';
import { Money } from '../../ui/money.tsx';
import split from '../../ui/split.module.css';
import { SummaryPanel } from '../../ui/summary.tsx';
import { usePhone } from '../../ui/use-phone.ts';

/** Size of the button that orders: as wide as the summary, or as its text in the bar of a phone. */
export interface OrderButtonSize {
  readonly size: 'md' | 'lg';
  readonly full: boolean;
}

interface ReviewFrameProps {
  /** The order, and the choices that the customer can still change. */
  children: ReactNode;
  /** Title of the summary. */
  title: ReactNode;
  /** The amounts are those of an earlier choice. */
  stale?: boolean;
  /** Amounts of the summary. */
  amounts: ReactNode;
  amountsRef?: Ref<HTMLDivElement>;
  /** Dates after the order, below the amounts. */
  then?: ReactNode;
  /** Makes the button that orders; no button if it returns null. */
  button: (size: OrderButtonSize) => ReactNode;
  /** Text or links below the button. */
  below?: ReactNode;
  /** Sum beside the button on a phone. The button is shown when the sum is known. */
  due: { readonly label: ReactNode; readonly cents: number } | null;
  /** Replaces the summary if it did not load. */
  failed?: ReactNode;
}

/**
 * Frame of each review of an order: its parts, beside them the summary with the button that orders. On a phone the
 * button is in a bar at the foot, with the sum.
 */
export const ReviewFrame = ({ children, button, below, due, failed, amounts, ...summary }: ReviewFrameProps) => {
  const phone = usePhone();
  const inDock = phone && due && button({ size: 'md', full: false });
  const inSummary = !phone && button({ size: 'lg', full: true });
  return (
    <>
      <div className={split.split}>
        {children}
        {failed ?? (
          <SummaryPanel
            {...summary}
            pay={
              (inSummary || below) && (
                <>
                  {inSummary}
                  {below}
                </>
              )
            }
          >
            {amounts}
          </SummaryPanel>
        )}
      </div>
      {inDock && (
        <div className={cx(dock.dock, dock.last)}>
          <div className={dock.text}>
            <p>{due.label}</p>
            <b className={dock.amount}>
              <Money cents={due.cents} />
            </b>
          </div>
          {inDock}
        </div>
      )}
    </>
  );
};
