import type { Coupon } from '@foyer/contract/api/coupons';
import type { Subscription } from '@foyer/contract/api/shapes';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { type Failure, failureFor } from '../../../lib/failure.ts';
import { isHeldForReview } from '../../../lib/failure-facts.ts';
import { paths } from '../../../lib/paths.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { beingRedeemed, codeFailures } from '../../../shared/failures/purchase-words.tsx';
import { Sentences, textsOf } from '../../../shared/failures/words.tsx';
import { subscriptionsQuery } from '../../../shared/orders/subscriptions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import {
  type BatchRow,
  type BatchState,
  countState,
  creditOf,
  effectOfCodesAbove,
  isBadCode,
  isRedeemedBefore,
  needsAddress,
  unredeemedState,
} from '../model/batch.ts';
import { ownedBeside, renewingBeside } from '../model/redemption.ts';
import { CodeFailure } from './code-failure.tsx';
import styles from './codes.module.css';
import { couponTitle, effectLines, OwnedLicence, StillRenews } from './effect-text.tsx';
import { isBesideOthers, isFirstLook, type LossesSlot } from './one-code.tsx';
import { useBatch } from './use-batch.ts';

interface StatusProps {
  state: BatchState;
  /** The customer has started to redeem. */
  tried: boolean;
  /** Opens the code of the row alone. Absent while other codes can be redeemed, which would be dropped. */
  onAlone: (() => void) | undefined;
}

const RefusedStatus = ({ failure, tried }: { failure: Failure; tried: boolean }) => {
  if (tried) return <Trans>Not redeemed</Trans>;
  return isBadCode(failure) ? <Trans>Not valid</Trans> : <Trans>Can't be redeemed</Trans>;
};

const Status = ({ state, tried, onAlone }: StatusProps) => {
  switch (state.kind) {
    case 'waiting':
      return <Trans>Waiting</Trans>;
    case 'checking':
      return <Trans>Checking…</Trans>;
    case 'untried':
      return (
        <Badge tone="warn">
          <Trans>Not tried</Trans>
        </Badge>
      );
    case 'ready':
      return (
        <Badge tone="info">
          <Trans>Ready</Trans>
        </Badge>
      );
    case 'redeeming':
      return <Trans>Redeeming…</Trans>;
    case 'alone':
      return (
        <button type="button" className={styles.ask} onClick={onAlone} disabled={!onAlone}>
          <Trans>Redeem separately</Trans>
        </button>
      );
    case 'refused':
      if (needsAddress(state))
        return (
          <Badge tone="warn">
            <Trans>Needs address</Trans>
          </Badge>
        );
      if (isRedeemedBefore(state))
        return (
          <Badge tone="info">
            <Trans>Redeemed</Trans>
          </Badge>
        );
      return isHeldForReview(state.failure) ? (
        <Badge tone="warn">
          <Trans>Kept for you</Trans>
        </Badge>
      ) : (
        <Badge tone="bad">
          <RefusedStatus failure={state.failure} tried={tried} />
        </Badge>
      );
    case 'unknown':
      return (
        <Badge tone="warn">
          <Trans>Not known</Trans>
        </Badge>
      );
    case 'done':
      return (
        <Badge tone="ok">
          <Trans>Redeemed</Trans>
        </Badge>
      );
  }
};

interface StateDetailsProps {
  state: BatchState;
  /** Effect of the codes above on this one. */
  above: ReturnType<typeof effectOfCodesAbove>;
  losses: LossesSlot;
  held: readonly Subscription[];
}

/** Returns the end of the maintenance that a redeemed code extended, or else of its plan. Null for a perpetual license. */
const endOf = ({ isMaintenance }: Coupon, subscription: Subscription): string | null => {
  if (isMaintenance) return subscription.maintenancePeriod?.expiration ?? subscription.maintenanceEnds;
  return subscription.isPerpetual ? null : subscription.currentPeriodEnd;
};

const StateDetails = ({ state, above, losses, held }: StateDetailsProps) => {
  if (state.kind === 'refused' && !(needsAddress(state) && state.coupon)) {
    const { title, body } = textsOf(state.failure, codeFailures({ emailSuffix: state.coupon?.plan?.emailSuffix }));
    return (
      <>
        {title}{' '}
        <span className="small">
          <Sentences of={body} />
        </span>
      </>
    );
  }
  if (!('coupon' in state) || !state.coupon) return null;
  const { coupon } = state;
  const until = state.kind === 'done' && endOf(coupon, state.subscription);
  const renewing = state.kind !== 'done' && renewingBeside(coupon, held);
  const owned = state.kind !== 'done' && ownedBeside(coupon, held);
  return (
    <>
      <b>{couponTitle(coupon)}</b>
      <ul className={styles.effect}>
        {state.kind === 'done' ? (
          until && (
            <li>
              <Trans>
                Until <DateText instant={until} />
              </Trans>
            </li>
          )
        ) : above === 'runs-on' ? (
          <li>
            <Trans>Its time is added to that of a code above.</Trans>
          </li>
        ) : above === 'other-plan' ? (
          <li>
            <Trans>A code above is for another plan of this product. This one may be refused after it.</Trans>
          </li>
        ) : (
          coupon.effect &&
          effectLines(coupon, coupon.effect, held).map((line, index) => (
            <li key={`${coupon.id} ${index === 0 ? 'what' : index}`}>{line}</li>
          ))
        )}
        {owned && <OwnedLicence coupon={coupon} licence={owned} />}
        {renewing && <StillRenews subscription={renewing} />}
        {state.kind === 'alone' && (
          <li>
            {coupon.isMaintenance ? (
              <Trans>You'll choose the license it extends.</Trans>
            ) : (
              <Trans>A discount is used when you buy a plan.</Trans>
            )}
          </li>
        )}
      </ul>
      {state.kind !== 'done' && coupon.effect?.exchange && losses(coupon.effect.exchange)}
    </>
  );
};

const CodeRow = ({
  row: { code, state },
  tried,
  onAlone,
  ...rest
}: { row: BatchRow } & Omit<StatusProps, 'state'> & Omit<StateDetailsProps, 'state'>) => (
  <tr>
    <td className={styles.code}>{code}</td>
    <td>
      <Suspense>
        <StateDetails state={state} {...rest} />
      </Suspense>
    </td>
    <td>
      <Status state={state} tried={tried} onAlone={onAlone} />
    </td>
  </tr>
);

interface SeveralCodesProps {
  codes: readonly string[];
  losses: LossesSlot;
  onAnother: () => void;
  /** Opens one of the codes alone. It stays in the page, because an address would be stored in the history. */
  onOne: (code: string) => void;
  onMissingAddress: () => void;
}

/** Table of several codes: their effects, then after a click on Redeem the result of each (CD-01). */
export const SeveralCodes = ({ codes, losses, onAnother, onOne, onMissingAddress }: SeveralCodesProps) => {
  const { rows, phase: batchPhase, redeem } = useBatch(codes);
  const isBeside = rows.some(({ state }) => 'coupon' in state && state.coupon && isBesideOthers(state.coupon));
  const subscriptions = useQuery({ ...subscriptionsQuery(), enabled: isBeside });
  // Nothing is redeemed before the customer sees what lies beside a new plan or license.
  const phase = batchPhase === 'checked' && isBeside && isFirstLook(subscriptions) ? 'checking' : batchPhase;
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title is read again in each new phase
  useEffect(() => title.current?.focus(), [phase === 'checked', phase === 'over']);
  const ready = countState(rows, 'ready');
  // with those that were redeemed before, which the table calls redeemed too
  const done = rows.filter(({ state }) => state.kind === 'done' || isRedeemedBefore(state)).length;
  const rest = unredeemedState(rows);
  const refused = rows.filter(({ state }) => state.kind === 'refused' && !isRedeemedBefore(state)).length;
  const creditCents = creditOf(rows);
  const withoutAddress = rows.filter(({ state }) => needsAddress(state)).length;
  return (
    <>
      {withoutAddress > 0 && (
        <CodeFailure failure={failureFor('MISSING_ADDRESS')} caused={false} onAddress={onMissingAddress} />
      )}
      <Card clip>
        <div className={styles.head}>
          <div className={styles.words}>
            <h2 ref={title} tabIndex={-1}>
              {phase === 'checking' && <Trans>Checking {codes.length} codes…</Trans>}
              {phase === 'checked' &&
                (withoutAddress > 0 ? (
                  <Trans>
                    {withoutAddress} of {codes.length} codes need your address
                  </Trans>
                ) : (
                  <Trans>
                    {ready} of {codes.length} codes can be redeemed
                  </Trans>
                ))}
              {phase === 'redeeming' && <Trans>Redeeming…</Trans>}
              {phase === 'over' && (
                <Trans>
                  {done} of {codes.length} codes redeemed
                </Trans>
              )}
            </h2>
            <p>
              {(phase === 'checking' || phase === 'checked') && (
                <Trans>Each line shows what the code does. Nothing has changed yet.</Trans>
              )}
              {phase === 'over' && creditCents > 0 && (
                <>
                  <Trans>
                    <Money cents={creditCents} /> is now account credit.
                  </Trans>{' '}
                </>
              )}
              {phase === 'over' &&
                rest === 'unused' &&
                (refused > 0 ? (
                  <Plural value={refused} one="# code didn't work." other="# codes didn't work." />
                ) : (
                  done < codes.length && <Trans>The other codes weren't changed.</Trans>
                ))}
              {phase === 'over' && rest === 'unknown' && beingRedeemed.next}
            </p>
          </div>
        </div>
        <table className={styles.table} aria-label={t`Codes`} aria-busy={phase === 'checking' || phase === 'redeeming'}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Code</Trans>
              </th>
              <th scope="col">
                <Trans>What it does</Trans>
              </th>
              <th scope="col">
                <Trans>Status</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <CodeRow
                key={row.code}
                row={row}
                above={effectOfCodesAbove(rows, at, (product) => !familyOf(product).several)}
                tried={phase === 'redeeming' || phase === 'over'}
                onAlone={phase === 'over' || (phase === 'checked' && ready === 0) ? () => onOne(row.code) : undefined}
                losses={losses}
                held={subscriptions.data ?? []}
              />
            ))}
          </tbody>
        </table>
        <div className={styles.foot}>
          <p>
            {phase !== 'over' && (phase !== 'checked' || ready > 0) && (
              <Trans>You pay nothing. They are redeemed one by one, from top to bottom.</Trans>
            )}
          </p>
          {phase === 'over' ? (
            <>
              <Button onClick={onAnother}>
                <Trans>Redeem Another Code</Trans>
              </Button>
              <LinkButton to={paths.home} variant="primary">
                <Trans>Go to Account Home</Trans>
              </LinkButton>
            </>
          ) : (
            <>
              <Button onClick={onAnother} disabled={phase === 'redeeming'}>
                <Trans>Cancel</Trans>
              </Button>
              <Button
                variant="primary"
                disabled={phase === 'checking' || (phase === 'checked' && ready === 0)}
                busy={phase === 'redeeming'}
                busyLabel={<Trans>Redeeming…</Trans>}
                onClick={() => void redeem()}
              >
                {ready === 0 ? (
                  <Trans>Redeem</Trans>
                ) : (
                  <Plural value={ready} one="Redeem # code" other="Redeem # codes" />
                )}
              </Button>
            </>
          )}
        </div>
      </Card>
    </>
  );
};
