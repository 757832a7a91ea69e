import type { Feature } from '@foyer/contract/api/plans';
import type { Usage } from '@foyer/contract/api/usage';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide';
import { type ReactNode, useState } from 'react';
import { Answer, Answers } from '../../../ui/answers.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import {
  type ComparedCell,
  type ComparedColumn,
  type ComparedRow,
  compareColumns,
  differs,
} from '../model/comparison.ts';
import styles from './plan-comparison.module.css';
import { useUsage } from './usage.tsx';

const labelOf = ({ kind, label }: ComparedRow): ReactNode => {
  switch (kind) {
    case 'storage':
      return <Trans>Storage</Trans>;
    case 'sharing':
      return <Trans>Sharing</Trans>;
    case 'keys':
      return <Trans>Device Access Keys</Trans>;
    case 'monthly':
      return <Trans>Price a month, paid monthly</Trans>;
    case 'yearly':
      return <Trans>Price a year, paid yearly</Trans>;
    case 'feature':
      return label;
  }
};

/** Line below the name of a limit: what is used of it now, as the product last reported it. */
const UsedNow = ({ usage: { limit, used } }: { usage: Usage }) => {
  const amount = limit === 'storage' ? formatBytes(used) : used;
  return (
    <small>
      <Trans>{amount} in use now</Trans>
    </small>
  );
};

const Cell = ({ of: cell }: { of: ComparedCell }) => {
  if (cell === 'yes')
    return (
      <>
        <Icon of={Check} size={16} />
        <span className="sr">
          <Trans>Included</Trans>
        </span>
      </>
    );
  if (cell === 'some') return <Trans>With its package</Trans>;
  if (cell === 'no')
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="sr">
          <Trans>Not included</Trans>
        </span>
      </>
    );
  return 'cents' in cell ? <Money cents={cell.cents} whole /> : cell.text;
};

interface TableProps {
  columns: readonly ComparedColumn[];
  rows: readonly ComparedRow[];
  usage: readonly Usage[];
}

const Table = ({ columns, rows, usage }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by keyboard too
  <section className={styles.scroll} aria-label={t`Differences between the plans`} tabIndex={0}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">
              <Trans>Difference</Trans>
            </span>
          </th>
          {columns.map(({ key, name, plans }) => (
            <th key={key} scope="col">
              {name}
              {plans.some(({ isCurrent, isCurrentTier }) => isCurrent || isCurrentTier) && (
                <small>
                  <Trans>Current</Trans>
                </small>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {labelOf(row)}
              {usage
                .filter(({ limit }) => limit === row.kind)
                .map((one) => (
                  <UsedNow key={one.limit} usage={one} />
                ))}
            </th>
            {row.cells.map((cell, index) => (
              <td key={columns[index]?.key}>
                <Cell of={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

interface PlanComparisonProps {
  columns: readonly ComparedColumn[];
  features: readonly Feature[];
  /** The plans limit device access keys. */
  hasKeys: boolean;
  /** The plans include packages. */
  hasPackages: boolean;
}

/** Differences of the plans as a table, and what the nouns of the plans mean. Closed at first. */
export const PlanComparison = ({ columns, features, hasKeys, hasPackages }: PlanComparisonProps) => {
  const rows = compareColumns(columns, features);
  const different = rows.filter(differs);
  const [showsAll, setShowsAll] = useState(false);
  const usage = useUsage(columns[0]?.plans[0]?.product ?? '');
  return (
    <Answers>
      {different.length > 0 && (
        <Answer question={<Trans>Compare plans</Trans>}>
          <Table columns={columns} rows={showsAll ? rows : different} usage={usage} />
          {different.length < rows.length && (
            <Button size="sm" className={styles.all} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? <Trans>Show differences only</Trans> : <Trans>Show all</Trans>}
            </Button>
          )}
        </Answer>
      )}
      {hasKeys && (
        <Answer question={<Trans>What is a device access key?</Trans>}>
          <p>
            <Trans>
              It lets one device or program reach your account without your password. The plan says how many you can
              have at a time.
            </Trans>
          </p>
        </Answer>
      )}
      {hasPackages && (
        <Answer question={<Trans>What is a package?</Trans>}>
          <p>
            <Trans>
              A set of features for one kind of work. Each plan says whether it includes none, one or all of them.
            </Trans>
          </p>
        </Answer>
      )}
    </Answers>
  );
};
