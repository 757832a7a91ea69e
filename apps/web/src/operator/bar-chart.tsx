import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { axisValues } from './axis-values.ts';
import styles from './bar-chart.module.css';

const WIDTH = 100;
const HEIGHT = 40;
/** Part of the width of a day or month that its bar takes. */
const BAR = 0.7;
/** Smallest height of a bar, so that one of thousands is still visible. */
const LEAST = 1.5;

interface Bar {
  /** Day or month, as text of the page language. */
  readonly label: string;
  /** Number of rows, or cents. */
  readonly value: number;
}

/** Returns whether a chart has nothing to draw. */
export const isEmptyChart = ({ bars, isPartial }: Pick<BarChartProps, 'bars' | 'isPartial'>): boolean =>
  !isPartial && bars.every(({ value }) => value === 0);

interface BarChartProps {
  /** Words after the sum: what is counted, and in which time. */
  title: ReactNode;
  bars: readonly Bar[];
  /** The values cover only a part of the rows. */
  isPartial: boolean;
  /** Text of a value or of their sum. */
  textOf: (value: number) => string;
  /** Smallest step of the axis: 1 row, or 100 cents. */
  unit: number;
  /** Text of a value of the axis. */
  axisTextOf: (value: number) => string;
  /** Draws the bars in the colour of faults. */
  bad?: boolean;
}

/** Bars of a value by day or month beside an axis, with the sum above them. Screen readers get a table in place of the drawing. */
export const BarChart = ({ title, bars, isPartial, textOf, unit, axisTextOf, bad }: BarChartProps) => {
  const axis = axisValues(Math.max(...bars.map(({ value }) => value)), unit);
  const top = axis.at(-1) ?? unit;
  const sum = bars.reduce((all, { value }) => all + value, 0);
  const step = WIDTH / Math.max(1, bars.length);
  return (
    <Card className={styles.chart}>
      <p aria-hidden>
        <span className={styles.total}>
          {isPartial && '≥ '}
          {textOf(sum)}
        </span>{' '}
        <span className="muted">{title}</span>
      </p>
      <div className={styles.plot} aria-hidden>
        <div className={styles.scale}>
          {axis.map((value) => (
            <span key={value}>{axisTextOf(value)}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {axis.map((value) => {
            const y = HEIGHT - (value / top) * HEIGHT;
            return (
              <line key={value} className={value > 0 ? styles.grid : styles.axis} x1={0} x2={WIDTH} y1={y} y2={y} />
            );
          })}
          {bars.map(({ label, value }, index) => {
            // a month with more refunds than payments has no bar
            const height = value > 0 ? Math.max(LEAST, (value / top) * HEIGHT) : 0;
            return (
              <rect
                key={label}
                className={bad ? styles.bad : styles.bar}
                x={(index + (1 - BAR) / 2) * step}
                y={HEIGHT - height}
                width={step * BAR}
                height={height}
              >
                <title>{`${label}: ${textOf(value)}`}</title>
              </rect>
            );
          })}
        </svg>
        <p className={styles.ends}>
          <span>{bars[0]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </p>
      </div>
      {/* a table itself cannot be as narrow as hidden text is, and would widen the page */}
      <div className="sr">
        <table>
          <caption>{title}</caption>
          <tbody>
            {bars.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{textOf(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isPartial && (
        <p className="muted">
          <Trans>Very many rows: only a part of them was counted.</Trans>
        </p>
      )}
    </Card>
  );
};
