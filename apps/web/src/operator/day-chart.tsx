import type { OperatorCharts } from '@foyer/contract/api/operator';
import { Trans } from '@lingui/react/macro';
import { pageLanguage } from '../lib/page-language.ts';
import { Card } from '../ui/card.tsx';
import { formatDate } from '../ui/date.tsx';
import styles from './day-chart.module.css';

const WIDTH = 100;
const HEIGHT = 40;
/** Part of the width of a day that its bar takes. */
const BAR = 0.7;
/** Smallest height of a bar, so that one of thousands is still visible. */
const LEAST = 1.5;

interface DayChartProps {
  title: string;
  counts: OperatorCharts['renewals'];
  /** Draws the bars in the colour of faults. */
  bad?: boolean;
}

/** Bars of a count by day, with the sum above them. Screen readers get a table in place of the drawing. */
export const DayChart = ({ title, counts: { days, isPartial }, bad }: DayChartProps) => {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const sum = days.reduce((all, { count }) => all + count, 0);
  const step = WIDTH / Math.max(1, days.length);
  const numberText = (count: number) => count.toLocaleString(pageLanguage());
  return (
    <Card className={styles.chart}>
      <p aria-hidden>
        <span className={styles.total}>
          {isPartial && '≥ '}
          {numberText(sum)}
        </span>{' '}
        <span className="muted">{title}</span>
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {days.map(({ day, count }, index) => {
          const height = count && Math.max(LEAST, (count / most) * HEIGHT);
          return (
            <rect
              key={day}
              className={bad ? styles.bad : styles.bar}
              x={(index + (1 - BAR) / 2) * step}
              y={HEIGHT - height}
              width={step * BAR}
              height={height}
            >
              <title>{`${formatDate(day)}: ${numberText(count)}`}</title>
            </rect>
          );
        })}
        <line className={styles.axis} x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <p className={styles.ends} aria-hidden>
        <span>{formatDate(days[0]?.day ?? '')}</span>
        <span>{formatDate(days.at(-1)?.day ?? '')}</span>
      </p>
      {/* a table itself cannot be as narrow as hidden text is, and would widen the page */}
      <div className="sr">
        <table>
          <caption>{title}</caption>
          <tbody>
            {days.map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{formatDate(day)}</th>
                <td>{numberText(count)}</td>
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
