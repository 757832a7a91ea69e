import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { BoundedCount } from './format.tsx';
import page from './operator-site.module.css';
import styles from './table.module.css';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns numbers to the right. */
  readonly figures?: boolean;
  /** Hides the head for sighted users, because the buttons in the column explain themselves. */
  readonly commands?: boolean;
}

interface TableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Number of all rows, if only a part is loaded. */
  inAll?: number;
  /** Button that loads the rest. */
  more?: ReactNode;
  /** Number of rows shown first. A button shows the other loaded rows, before `more` loads further ones. */
  fold?: number;
  /** Shows a row in two lines of a narrow window, without the heads of its columns. For cells that explain themselves. */
  compact?: boolean;
  rowKey: (row: Row) => string;
  /** Content below a row: the form of a command on it. */
  below?: (row: Row) => ReactNode;
  /** Text shown without rows. */
  empty: ReactNode;
}

/** Tells how many rows of a longer list are shown. */
export const ShownOfTotal = ({ shown, inAll }: { shown: number; inAll: number }) =>
  inAll > shown && (
    <p className="muted">
      <Trans>
        {shown} of <BoundedCount inAll={inAll} /> are shown.
      </Trans>
    </p>
  );

interface FoldButtonProps {
  shown: number;
  inAll: number;
  onOpen: () => void;
}

/** Button that shows the loaded entries of a folded list, with the number of all entries. */
export const FoldButton = ({ shown, inAll, onOpen }: FoldButtonProps) => (
  <>
    <ShownOfTotal shown={shown} inAll={inAll} />
    <p>
      <Button size="sm" onClick={onOpen}>
        <Trans>Show more</Trans>
      </Button>
    </p>
  </>
);

/**
 * Table for many rows. In a narrow window each row becomes a block with the column heads before its cells. Wider
 * content scrolls inside a frame that the keyboard can reach.
 */
export const Table = <Row,>({
  label,
  columns,
  rows,
  inAll = 0,
  more,
  fold,
  compact,
  rowKey,
  below,
  empty,
}: TableProps<Row>) => {
  const [unfolded, setUnfolded] = useState(false);
  const firstNew = useRef<HTMLTableRowElement>(null);
  // The button disappears when it is used, so the first new row takes the focus.
  useEffect(() => {
    if (unfolded) firstNew.current?.focus();
  }, [unfolded]);
  if (rows.length === 0)
    return (
      <Card pad>
        <p className="muted">{empty}</p>
      </Card>
    );
  const isFolded = fold !== undefined && !unfolded && rows.length > fold;
  // A row with an open form stays, also when newer rows push it below the fold.
  const shown = rows
    .map((row, at) => ({ row, at, opened: below?.(row) }))
    .filter(({ at, opened }) => !isFolded || at < fold || opened);
  return (
    <>
      <Card clip>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard */}
        <section className={styles.scroller} aria-label={label} tabIndex={0}>
          <table className={cx(styles.table, compact && styles.compact)}>
            <thead>
              <tr>
                {columns.map(({ head, figures, commands }) => (
                  <th key={head} scope="col" className={figures ? styles.figures : undefined}>
                    {commands ? <span className="sr">{head}</span> : head}
                  </th>
                ))}
              </tr>
            </thead>
            {shown.map(({ row, at, opened }) => (
              <tbody key={rowKey(row)}>
                <tr {...(at === fold && { ref: firstNew, tabIndex: -1 })}>
                  {columns.map(({ head, cell, figures, commands }) => (
                    <td
                      key={head}
                      className={figures ? styles.figures : undefined}
                      data-head={commands ? undefined : head}
                    >
                      {cell(row)}
                    </td>
                  ))}
                </tr>
                {opened && (
                  <tr>
                    <td colSpan={columns.length} className={styles.opened}>
                      {opened}
                    </td>
                  </tr>
                )}
              </tbody>
            ))}
          </table>
        </section>
      </Card>
      <div className={styles.rest}>
        {isFolded ? (
          <FoldButton shown={shown.length} inAll={Math.max(inAll, rows.length)} onOpen={() => setUnfolded(true)} />
        ) : (
          <>
            <ShownOfTotal shown={rows.length} inAll={inAll} />
            {more}
          </>
        )}
      </div>
    </>
  );
};

/** Second, smaller line of a cell, for example an id below a name. */
export const CellDetail = ({ children }: { children: ReactNode }) => <span className={page.sub}>{children}</span>;

/** Line of a cell with a short name, which stays whole. */
export const CellName = ({ children }: { children: ReactNode }) => (
  <span className={cx(page.sub, page.whole)}>{children}</span>
);

/** Second line of a cell with an id or a code. It breaks anywhere, or it would push the buttons of the row out of sight. */
export const CellCode = ({ children }: { children: ReactNode }) => (
  <span className={cx(page.sub, page.wrapped)}>{children}</span>
);
