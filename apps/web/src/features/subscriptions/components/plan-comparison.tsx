import type { Feature } from '@foyer/contract/api/plans';
import type { Usage } from '@foyer/contract/api/usage';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide';
import type { ReactNode } from 'react';
import { Answer, Answers } from '../../../ui/answers.tsx';
import { cx } from '../../../ui/cx.ts';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { usePhone } from '../../../ui/use-phone.ts';
import {
  type ComparedCell,
  type ComparedColumn,
  type ComparedRow,
  compareColumns,
  differs,
  groupColumns,
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

interface DifferencesProps {
  columns: readonly ComparedColumn[];
  rows: readonly ComparedRow[];
  usage: readonly Usage[];
}

/** Name of a row. For a limit also what is used of it now. */
const RowName = ({ row, usage }: Pick<DifferencesProps, 'usage'> & { row: ComparedRow }) => (
  <>
    {labelOf(row)}
    {usage
      .filter(({ limit }) => limit === row.kind)
      .map((one) => (
        <UsedNow key={one.limit} usage={one} />
      ))}
  </>
);

const Table = ({ columns, rows, usage }: DifferencesProps) => (
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
            <RowName row={row} usage={usage} />
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
);

/** Most columns of a table that fit beside the names of the rows, also on a tablet. */
const MOST_COLUMNS = { phone: 3, wider: 6 };

/** Length in characters of a value that needs the whole width of a phone. */
const isLong = (cell: ComparedCell): boolean => typeof cell === 'object' && 'text' in cell && cell.text.length > 14;

/** Differences of more plans than a table has room for: each value with the names of its plans. */
const List = ({ columns, rows, usage }: DifferencesProps) => (
  <dl className={styles.list}>
    {rows.map((row) => (
      <div key={row.key}>
        <dt>
          <RowName row={row} usage={usage} />
        </dt>
        {groupColumns(row, columns).map(({ cell, names }) => (
          <dd key={names[0]} className={cx(isLong(cell) && styles.long)}>
            <small>{names.join(', ')}</small>
            <Cell of={cell} />
          </dd>
        ))}
      </div>
    ))}
  </dl>
);

/** Facts that all plans share, in a line. */
const InEveryPlan = ({ rows }: Pick<DifferencesProps, 'rows'>) => (
  <p>
    <b>
      <Trans>Every plan includes:</Trans>
    </b>{' '}
    {rows.map((row, index) => (
      <span key={row.key}>
        {index > 0 && ' · '}
        {labelOf(row)}
        {row.cells[0] !== 'yes' && row.cells[0] && (
          <>
            {': '}
            <Cell of={row.cells[0]} />
          </>
        )}
      </span>
    ))}
  </p>
);

interface PlanComparisonProps {
  columns: readonly ComparedColumn[];
  features: readonly Feature[];
  /** The plans limit device access keys. */
  hasKeys: boolean;
  /** The plans include packages. */
  hasPackages: boolean;
}

/** Differences of the plans, what all plans have, and what the nouns of the plans mean. Closed at first. */
export const PlanComparison = ({ columns, features, hasKeys, hasPackages }: PlanComparisonProps) => {
  const rows = compareColumns(columns, features);
  const different = rows.filter(differs);
  const usage = useUsage(columns[0]?.plans[0]?.product ?? '');
  const most = usePhone() ? MOST_COLUMNS.phone : MOST_COLUMNS.wider;
  const Differences = columns.length > most ? List : Table;
  return (
    <Answers>
      {different.length > 0 && (
        <Answer question={<Trans>Compare plans</Trans>}>
          <section className={styles.differences} aria-label={t`Differences between the plans`}>
            <Differences columns={columns} rows={different} usage={usage} />
          </section>
          {different.length < rows.length && <InEveryPlan rows={rows.filter((row) => !differs(row))} />}
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
