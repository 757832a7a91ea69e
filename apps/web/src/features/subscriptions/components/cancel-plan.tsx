import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { pageLanguage } from '../../../lib/page-language.ts';
import { Button } from '../../../ui/button.tsx';
import { DateText } from '../../../ui/date.tsx';
import styles from './current-plan.module.css';
import { EndPausedPlan } from './end-paused-plan.tsx';

interface CancelPlanProps {
  subscription: Subscription;
  /** Last day of the plan if it is canceled. Undefined for a paused plan, which ends now. */
  until: string | undefined;
  /** The payment for the current period failed. */
  isUnpaid: boolean;
  onKeep: () => void;
  onCancel: () => void;
}

/** Names the packages that end with the plan, or the plan if it has none. */
const namesOf = ({ plan }: Subscription): string => {
  const packages = plan.mappedAddOns.map(({ name }) => name);
  return packages.length > 0 ? new Intl.ListFormat(pageLanguage()).format(packages) : plan.displayName;
};

interface CancelAtEndProps extends CancelPlanProps {
  until: string;
}

const CancelAtEnd = ({ subscription, until, isUnpaid, onKeep, onCancel }: CancelAtEndProps) => {
  const { plan, isTrial, isPromo } = subscription;
  const name = plan.displayName;
  const names = namesOf(subscription);
  const storage = plan.storageDisplay;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.cancel}>
      <h3 ref={title} tabIndex={-1} className={styles.name}>
        <Trans>Cancel {name}?</Trans>
      </h3>
      <ul className={styles.outcomes}>
        <li>
          {isUnpaid ? (
            <Trans>
              If you pay the unpaid bill, you can use {name} until <DateText instant={until} />.
            </Trans>
          ) : (
            <Trans>
              You keep {name} until <DateText instant={until} />.
            </Trans>
          )}
        </li>
        {!isTrial && !isPromo && (
          <li>
            {storage ? (
              <Trans>After that day you can't use its {storage} of storage.</Trans>
            ) : (
              <Trans>After that day you can't use {names}.</Trans>
            )}
          </li>
        )}
        <li>
          {isUnpaid ? (
            <Trans>The unpaid bill stays due. We won't charge you for {name} after it.</Trans>
          ) : plan.customBilling ? (
            <Trans>We'll bill what you use until then, and nothing after that.</Trans>
          ) : isTrial || isPromo || plan.amount === 0 ? (
            <Trans>We won't charge you for it.</Trans>
          ) : (
            <Trans>We won't charge you for it again. Time you've already paid for isn't refunded.</Trans>
          )}
        </li>
        <li>
          <Trans>You can resume it any time before that day.</Trans>
        </li>
      </ul>
      <div className="row">
        <Button onClick={onKeep}>
          <Trans>Keep plan</Trans>
        </Button>
        <Button variant="danger" onClick={onCancel}>
          <Trans>Cancel plan</Trans>
        </Button>
      </div>
    </div>
  );
};

/** Question before a plan is canceled: how long it is kept, what ends, and that nothing more is charged (SU-05). */
export const CancelPlan = ({ until, ...props }: CancelPlanProps) =>
  until === undefined ? <EndPausedPlan {...props} /> : <CancelAtEnd {...props} until={until} />;
