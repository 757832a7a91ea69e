import type { Quote } from '@foyer/contract/api/shapes';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { cx } from '../../../ui/cx.ts';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import rows from '../../../ui/rows.module.css';
import { Switch } from '../../../ui/switch.tsx';
import { nextPeriodLabel, renewalIntervalLabel } from '../interval-labels.ts';
import type { Selection } from '../model/selection.ts';
import { firstCharge, firstRenewalOrEnd, isFreeForNow } from '../model/timeline.ts';

interface RenewRowProps {
  selection: Selection;
  /** Undefined while the quote loads, because the previous one belongs to another choice. */
  quote: Quote | undefined;
  on: boolean;
  onChange: (on: boolean) => void;
  /** A trial can only become a paid plan if there is a card to charge. */
  needsCard: boolean;
  disabled: boolean;
}

/** Says from when the plan is charged, because a discount pays the first periods. */
const DiscountText = ({ quote }: { quote: Quote }) => {
  const charge = firstCharge(quote);
  if (!charge?.bill) return <Trans>A discount pays all of it. Turn it off any time.</Trans>;
  const { at, bill, interval } = charge;
  const period = nextPeriodLabel[interval];
  return bill.credit === bill.total ? (
    <Trans>
      A discount pays until <DateText instant={at} />. On that day your account credit pays for {period}. Turn it off
      any time before.
    </Trans>
  ) : (
    <Trans>
      A discount pays until <DateText instant={at} />. On that day we'll charge <Money cents={bill.amountDueCents} />{' '}
      for {period}. Turn it off any time before.
    </Trans>
  );
};

/** Price after a trial that ends unless the customer turns on auto-renew, in all kinds of families. */
const PriceIfKept = ({ selection: { card, offer, trial } }: Pick<RenewRowProps, 'selection'>) => {
  if (!trial || offer.amountCents === 0) return null;
  const { name } = card;
  const every = renewalIntervalLabel[offer.interval];
  return (
    <>
      {' '}
      <Trans>
        If you keep it, {name} costs <Money cents={offer.amountCents} /> {every} plus tax.
      </Trans>
    </>
  );
};

const RenewalText = ({ selection, quote, on, needsCard }: RenewRowProps) => {
  const { card, offer } = selection;
  const { name } = card;
  const period = nextPeriodLabel[offer.interval];
  if (needsCard)
    return (
      <>
        <Trans>Off. Add a card to continue after the trial. Without one, you're never charged.</Trans>
        <PriceIfKept selection={selection} />
      </>
    );
  const event = quote && firstRenewalOrEnd(quote);
  const day = event && <DateText instant={event.at} />;
  if (!on) {
    if (event?.kind === 'trial_ends')
      return (
        <>
          <Trans>Off. The trial ends on {day} and nothing is charged for it.</Trans>
          <PriceIfKept selection={selection} />
        </>
      );
    if (event?.kind !== 'ends') return <Trans>Off. Nothing is charged when it ends.</Trans>;
    return (
      <Trans>
        Off. {name} ends on {day} and nothing is charged then.
      </Trans>
    );
  }
  if (event?.kind !== 'renews' && event?.kind !== 'continues') return <Trans>Turn it off any time.</Trans>;
  const { bill } = event;
  if (quote && isFreeForNow(event)) return <DiscountText quote={quote} />;
  const due = <Money cents={bill?.amountDueCents ?? 0} />;
  if (bill && !bill.wholePeriod)
    return bill.amountDueCents > 0 ? (
      <Trans>
        On {day} {name} replaces your previous plan and we'll charge {due}. Turn it off any time before.
      </Trans>
    ) : (
      <Trans>
        On {day} {name} replaces your previous plan and nothing is charged. Turn it off any time before.
      </Trans>
    );
  if (bill && bill.total > 0 && bill.credit === bill.total)
    return (
      <Trans>
        On {day} your account credit pays for {period}. Turn it off any time before; you keep {name} until that day.
      </Trans>
    );
  if (bill)
    return (
      <Trans>
        On {day} we'll charge {due} for {period}. Turn it off any time before; you keep {name} until that day.
      </Trans>
    );
  return quote?.customBilling ? (
    <>
      <Trans>
        On {day} {name} continues for {period}.
      </Trans>{' '}
      <Trans>Turn it off any time.</Trans>
    </>
  ) : (
    <Trans>
      On {day} {name} continues for {period}, free.
    </Trans>
  );
};

/** Auto-renew switch of an order, with date and amount of the next charge. */
export const RenewRow = (props: RenewRowProps) => {
  const { on, onChange, disabled, needsCard } = props;
  return (
    <li className={rows.row}>
      <div>
        <h2 className="strong">
          <Trans>Auto-renew</Trans>
        </h2>
        <p className={cx(rows.line, !props.quote && rows.waits)} id="auto-renew-line">
          <RenewalText {...props} />
        </p>
      </div>
      <Switch
        checked={on}
        onChange={onChange}
        label={t`Auto-renew`}
        disabled={disabled || needsCard}
        describedBy="auto-renew-line"
      />
    </li>
  );
};
