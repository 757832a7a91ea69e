import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
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

/**
 * Table for many rows. In a narrow window each row becomes a block with the column heads before its cells. Wider
 * content scrolls inside a frame that the keyboard can reach.
 */
export const Table = <Row,>({ label, columns, rows, inAll = 0, more, rowKey, below, empty }: TableProps<Row>) => {
  if (rows.length === 0)
    return (
      <Card pad>
        <p className="muted">{empty}</p>
      </Card>
    );
  return (
    <>
      <Card clip>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard */}
        <section className={styles.scroller} aria-label={label} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {columns.map(({ head, figures, commands }) => (
                  <th key={head} scope="col" className={figures ? styles.figures : undefined}>
                    {commands ? <span className="sr">{head}</span> : head}
                  </th>
                ))}
              </tr>
            </thead>
            {rows.map((row) => {
              const opened = below?.(row);
              return (
                <tbody key={rowKey(row)}>
                  <tr>
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
              );
            })}
          </table>
        </section>
      </Card>
      <ShownOfTotal shown={rows.length} inAll={inAll} />
      {more}
    </>
  );
};

/** Second, smaller line of a cell, for example an id below a name. */
export const CellDetail = ({ children }: { children: ReactNode }) => <span className={page.sub}>{children}</span>;

/** Second line of a cell with an id or a code. It breaks anywhere, or it would push the buttons of the row out of sight. */
export const CellCode = ({ children }: { children: ReactNode }) => (
  <span className={cx(page.sub, page.wrapped)}>{children}</span>
);
