import type { OperatorCharts } from '@foyer/contract/api/operator';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { config } from '../lib/config.ts';
import { pageLanguage } from '../lib/page-language.ts';
import { formatDate, formatMonth } from '../ui/date.tsx';
import { moneyText } from '../ui/money.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import styles from './bar-chart.module.css';
import { BarChart, isEmptyChart } from './bar-chart.tsx';
import { QueryBoundary } from './query-boundary.tsx';
import { useOperatorQuery } from './use-operator-query.ts';

const sumOf = ({ days }: OperatorCharts['renewals']): number => days.reduce((sum, { count }) => sum + count, 0);

const countText = (count: number) => count.toLocaleString(pageLanguage());

const ofDays = ({ days, isPartial }: OperatorCharts['renewals']) => ({
  bars: days.map(({ day, count }) => ({ label: formatDate(day), value: count })),
  isPartial,
  textOf: countText,
  unit: 1,
  axisTextOf: countText,
});

const ofMonths = ({ months, isPartial }: OperatorCharts['received']) => ({
  bars: months.map(({ month, cents }) => {
    const [year = 0, number = 0] = month.split('-').map(Number);
    return { label: formatMonth(year, number), value: cents };
  }),
  isPartial,
  textOf: moneyText,
  unit: 100,
  axisTextOf: (cents: number) => moneyText(cents, true),
});

/** Charts of the start page by UTC day and month: renewals ahead, failed payments, and money received (OP-04). */
export const Charts = () => {
  const query = useOperatorQuery('GET /api/operator/charts', undefined);
  return (
    <section>
      <SectionHead>
        <Trans>Renewals and payments</Trans>
      </SectionHead>
      {config.gateway === 'sandbox' && (
        <p className={`muted ${styles.about}`}>
          <Trans>Customers with a sandbox clock are included, as if the date of their clock were today.</Trans>
        </p>
      )}
      <QueryBoundary query={query} name={t`The charts`}>
        {({ renewals, failedPayments, received }) => {
          const charts = [
            {
              key: 'renewals',
              title: (
                <Plural
                  value={sumOf(renewals)}
                  one="renewal due in the next 14 days"
                  other="renewals due in the next 14 days"
                />
              ),
              empty: t`No renewals are due in the next 14 days.`,
              ...ofDays(renewals),
            },
            {
              key: 'failed',
              title: (
                <Plural
                  value={sumOf(failedPayments)}
                  one="unpaid bill with a failed payment in the last 14 days"
                  other="unpaid bills with a failed payment in the last 14 days"
                />
              ),
              empty: t`No unpaid bill has a failed payment in the last 14 days.`,
              bad: true,
              ...ofDays(failedPayments),
            },
            {
              key: 'received',
              title: t`received in 6 months, with tax and after refunds`,
              empty: t`No payments in the last 6 months.`,
              ...ofMonths(received),
            },
          ];
          const [without, drawn] = [charts.filter(isEmptyChart), charts.filter((chart) => !isEmptyChart(chart))];
          return (
            <>
              {without.length > 0 && (
                <p className={`muted ${styles.about}`}>{without.map(({ empty }) => empty).join(' ')}</p>
              )}
              {drawn.some(({ key }) => key === 'failed') && (
                <p className={`muted ${styles.about}`}>
                  <Trans>Failed payments: unpaid bills of all customers, by the day of the last failed try.</Trans>
                </p>
              )}
              {drawn.length > 0 && (
                <div className={styles.charts}>
                  {drawn.map(({ key, empty: _, ...chart }) => (
                    <BarChart key={key} {...chart} />
                  ))}
                </div>
              )}
            </>
          );
        }}
      </QueryBoundary>
    </section>
  );
};
