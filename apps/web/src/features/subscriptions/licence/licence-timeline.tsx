import type { Subscription } from '@foyer/contract/api/shapes';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Check, TriangleAlert } from 'lucide';
import type { CSSProperties } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { DateText, formatDate } from '../../../ui/date.tsx';
import { KindBadge } from '../components/kind-badge.tsx';
import { kindLabel } from '../model/current-plan.ts';
import { type Coverage, coverageAt } from './coverage.ts';
import { LengthText } from './length-text.tsx';
import styles from './licence-timeline.module.css';
import { placeBeside, timelineScale } from './timeline-scale.ts';

const A_YEAR_DAYS = 365;
/**
 * Width in percent that a date needs. If its bar is narrower, the date is omitted, because the text above contains it.
 */
const DATE_WIDTH = 18;
const NARROW_ON_PHONE = 45;

interface LicenceTimelineProps {
  subscription: Subscription;
  until: string | null;
  /** Chosen extension, drawn dashed after the end of maintenance. */
  chosen: { until: string; months: number } | null;
  longestUntil: string | null;
  /** An extension is possible. Otherwise the text does not mention one. */
  extendable: boolean;
  /** The extensions still load. The drawing reserves its place, because they decide its scale. */
  waits: boolean;
  /** Current date of the account, which may have a sandbox clock. */
  today: string;
}

const Title = ({ coverage }: { coverage: Coverage }) => {
  if (coverage.kind === 'none') return <Trans>Without maintenance</Trans>;
  const date = <DateText instant={coverage.until} />;
  if (coverage.kind === 'lapsed') return <Trans>Maintenance ended on {date}</Trans>;
  return coverage.daysLeft > A_YEAR_DAYS ? (
    <Trans>Maintenance until {date}</Trans>
  ) : (
    <Plural value={coverage.daysLeft} one="Maintenance ends in # day" other="Maintenance ends in # days" />
  );
};

/** Describes the releases that the customer keeps for good. */
const CoverageText = ({ coverage, extendable }: { coverage: Coverage; extendable: boolean }) => {
  if (coverage.kind === 'none')
    return <Trans>Your license never ends. Maintenance would give you new versions; it has none now.</Trans>;
  const date = <DateText instant={coverage.until} />;
  if (coverage.kind === 'lapsed' && !extendable)
    return <Trans>Your license never ends: every version released by {date} is yours for good.</Trans>;
  return coverage.kind === 'maintained' ? (
    <Trans>
      Your license never ends. Maintenance gives you new versions: you can install every version released by {date} and
      use it for good.
    </Trans>
  ) : (
    <Trans>
      Your license never ends: every version released by {date} is yours for good. An extension starts on that day, so
      it brings the versions released since.
    </Trans>
  );
};

const CoverageBadge = ({ coverage }: { coverage: Coverage }) =>
  coverage.kind === 'maintained' ? (
    <Badge tone="ok" icon={Check} size="lg">
      <Trans>Maintained</Trans>
    </Badge>
  ) : (
    <Badge tone="warn" icon={TriangleAlert} size="lg">
      <Trans>Not maintained</Trans>
    </Badge>
  );

/** Returns the content of the drawing as one sentence, for screen readers. */
const useDrawingLabel = () => {
  return ({ subscription, until, chosen, today }: LicenceTimelineProps): string => {
    const since = formatDate(subscription.currentPeriodStart);
    const now = formatDate(today);
    const covered = until === null ? null : formatDate(until);
    const next = chosen && formatDate(chosen.until);
    if (covered === null) return t`License from ${since}, never ends. Today is ${now}. Without maintenance.`;
    return next === null
      ? t`License from ${since}, never ends. Today is ${now}. Maintenance to ${covered}.`
      : t`License from ${since}, never ends. Today is ${now}. Maintenance to ${covered}, with the chosen extension to ${next}.`;
  };
};

/** Timeline of licence and maintenance: start, end of maintenance, today, and the chosen extension. */
export const LicenceTimeline = (props: LicenceTimelineProps) => {
  const { subscription, until, chosen, longestUntil, extendable, waits, today } = props;
  const label = useDrawingLabel();
  const kind = kindLabel(subscription);
  const coverage = coverageAt(until, today);
  const scale = timelineScale({
    licensedAt: subscription.currentPeriodStart,
    coveredUntil: until,
    chosenUntil: chosen?.until ?? null,
    longestUntil,
    today,
  });
  const percent = (value: number) => `${value}%`;
  const coveredPlace = placeBeside(scale.today, scale.covered, DATE_WIDTH);
  /** Position of the line of today, relative to a bar or to the full width. */
  const after = (width: number) => ({ '--after': scale.today / width }) as CSSProperties;

  return (
    <Card as="section" className={styles.card} aria-labelledby="licence">
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id="licence">
            <Title coverage={coverage} />
          </h2>
          <p>
            <CoverageText coverage={coverage} extendable={extendable} />
          </p>
          <div className={styles.kinds}>
            <Badge tone="accent">
              <Trans>Current plan</Trans>
            </Badge>
            <Badge>
              <Trans>Perpetual</Trans>
            </Badge>
            {kind && <KindBadge label={kind} />}
          </div>
        </div>
        <CoverageBadge coverage={coverage} />
      </div>
      <div
        className={styles.grid}
        role="img"
        aria-label={label(props)}
        style={{ visibility: waits ? 'hidden' : undefined }}
      >
        <span>
          <Trans>License</Trans>
        </span>
        <div className={styles.track}>
          <div className={cx(styles.bar, styles.license)}>
            <span
              className={cx(placeBeside(scale.today, 100, DATE_WIDTH) === 'after' && styles.after)}
              style={after(100)}
            >
              <Trans>Since {formatDate(subscription.currentPeriodStart)}</Trans>
            </span>
          </div>
          <span className={cx(styles.aside, styles.never)}>
            <Trans>Never ends</Trans>
          </span>
          <div className={styles.today} style={{ left: percent(scale.today) }}>
            <span>
              <Trans>Today</Trans>
            </span>
          </div>
        </div>
        <span>
          <Trans>Maintenance</Trans>
        </span>
        <div className={styles.track}>
          {until !== null && (
            <div className={cx(styles.bar, styles.covered)} style={{ width: percent(scale.covered) }}>
              {coveredPlace && (
                <span
                  className={cx(
                    scale.covered < NARROW_ON_PHONE && styles.wide,
                    coveredPlace === 'after' && styles.after,
                  )}
                  style={after(scale.covered)}
                >
                  <Trans>Until {formatDate(until)}</Trans>
                </span>
              )}
            </div>
          )}
          <div className={cx(styles.today, styles.again)} style={{ left: percent(scale.today) }}>
            <span>
              <Trans>Today</Trans>
            </span>
          </div>
          {scale.gap && (
            <div
              className={cx(styles.bar, styles.gap)}
              style={{ left: percent(scale.gap.from), width: percent(scale.gap.width) }}
            />
          )}
          {scale.chosen && chosen && (
            <>
              <div
                className={cx(styles.bar, styles.next)}
                style={{ left: percent(scale.chosen.from), width: percent(scale.chosen.width) }}
              >
                <span>
                  +<LengthText months={chosen.months} />
                </span>
              </div>
              <span
                className={cx(styles.aside, styles.wide)}
                style={{ left: percent(scale.chosen.from + scale.chosen.width) }}
              >
                <Trans>Until {formatDate(chosen.until)}</Trans>
              </span>
            </>
          )}
        </div>
        <span />
        <div className={styles.axis}>
          {scale.years.map(({ year, at }) => (
            <span key={year} style={{ left: percent(at) }}>
              {year}
            </span>
          ))}
        </div>
      </div>
      {(chosen || waits) && (
        <p className={styles.legend}>
          {chosen && <Trans>Dashed: with the chosen extension, until {formatDate(chosen.until)}</Trans>}
        </p>
      )}
    </Card>
  );
};
