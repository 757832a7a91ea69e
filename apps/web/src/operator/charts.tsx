import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SectionHead } from '../ui/section-head.tsx';
import styles from './day-chart.module.css';
import { DayChart } from './day-chart.tsx';
import { QueryBoundary } from './query-boundary.tsx';
import { useOperatorQuery } from './use-operator-query.ts';

/** Charts of the start page: renewals ahead and failed payments so far, by UTC day (OP-04). */
export const Charts = () => {
  const query = useOperatorQuery('GET /api/operator/charts', undefined);
  return (
    <section>
      <SectionHead>
        <Trans>Two weeks</Trans>
      </SectionHead>
      <QueryBoundary query={query} name={t`The charts`}>
        {({ renewals, failedPayments }) => (
          <div className={styles.charts}>
            <DayChart title={t`renewals due in the next 14 days`} counts={renewals} />
            <DayChart title={t`failed payments in the last 14 days`} counts={failedPayments} bad />
          </div>
        )}
      </QueryBoundary>
    </section>
  );
};
