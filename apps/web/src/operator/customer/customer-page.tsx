import type { OperatorCustomer } from '@foyer/contract/api/operator-customers';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Fragment, Suspense } from 'react';
import { lazyNamed } from '../../lib/lazy-named.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOperatorDraft } from '../draft.ts';
import { Figure, Figures } from '../figures.tsx';
import { UtcDateTime } from '../format.tsx';
import { CommandButton } from '../operator.tsx';
import styles from '../operator-site.module.css';
import { PageHead } from '../page-head.tsx';
import { QueryBoundary } from '../query-boundary.tsx';
import { ReviewCard } from '../review-card.tsx';
import { operatorPaths } from '../routes.ts';
import { StatusBadges } from '../search-results.tsx';
import { useOperatorQuery } from '../use-operator-query.ts';
import { CloseForm } from './close-form.tsx';
import { CreditForm } from './credit-form.tsx';
import { FoldedOnPhone } from './folded-on-phone.tsx';
import { Holdings } from './holdings.tsx';
import { Identity } from './identity.tsx';
import { Mails } from './mails.tsx';
import { Receipts } from './receipts.tsx';
import { Timeline } from './timeline.tsx';
import { UpcomingCharges } from './upcoming-charges.tsx';
import { ViewForm } from './view-form.tsx';

interface ClosingNoticeProps {
  closing: NonNullable<OperatorCustomer['closing']>;
}

/** Notice that the account is closed as soon as the payment provider answers (decision 55). */
const ClosingNotice = ({ closing: { orderedAt, orderedBy } }: ClosingNoticeProps) => {
  return (
    <div className={styles.review}>
      <Notice tone="warn" title={<Trans>This account is being closed</Trans>}>
        <p>
          {orderedBy === null ? <Trans>Ordered by the customer</Trans> : t`Ordered by ${orderedBy}`}
          {' · '}
          <UtcDateTime instant={orderedAt} />
        </p>
        <p>
          <Trans>
            The payment provider hasn't said whether it deleted the card. We'll close the account as soon as the
            provider confirms, unless the customer saves a card.
          </Trans>
        </p>
      </Notice>
    </div>
  );
};

// on demand, because it contains all countries and states, and few customers move
const AddressForm = lazyNamed(async () => (await import('./address-form.tsx')).AddressForm);

/** Commands whose form is shown above the page. */
type OpenForm = 'address' | 'close' | 'credit' | 'view' | null;

/** Amount that is unpaid: what is overdue, else what is due and charged again. */
const DueFigure = ({ paid }: Pick<OperatorCustomer, 'paid'>) => {
  const { overdueCents, overdueSince, dueCents, nextTryAt } = paid;
  if (overdueCents === 0 && dueCents > 0)
    return (
      <Figure name={nextTryAt ? <Trans>Due, being retried</Trans> : <Trans>Due</Trans>} bad>
        <Money cents={dueCents} />
        {nextTryAt && (
          <small>
            <Trans>
              Next try on <DateText instant={nextTryAt} />
            </Trans>
          </small>
        )}
      </Figure>
    );
  return (
    <Figure name={<Trans>Overdue</Trans>} bad={overdueCents > 0}>
      <Money cents={overdueCents} />
      {overdueSince && (
        <small>
          <Trans>
            since <DateText instant={overdueSince} />
          </Trans>
        </small>
      )}
      {dueCents > 0 && (
        <small>
          <Trans>
            and <Money cents={dueCents} /> due
          </Trans>
        </small>
      )}
    </Figure>
  );
};

const PaidFigures = ({ customer: { paid, next } }: { customer: OperatorCustomer }) => (
  <Figures>
    <Figure name={<Trans>Paid to date</Trans>}>
      <Money cents={paid.paidCents} />
      {paid.disputedSince && (
        <small>
          <Trans>
            <Money cents={paid.disputedCents} /> in dispute since <DateText instant={paid.disputedSince} />
          </Trans>
        </small>
      )}
      <small>
        {paid.since ? (
          <Trans>
            Payments: {paid.payments}, since <DateText instant={paid.since} />
          </Trans>
        ) : (
          <Trans>No payment yet</Trans>
        )}
      </small>
    </Figure>
    <DueFigure paid={paid} />
    <Figure name={<Trans>Account credit</Trans>}>
      <Money cents={paid.creditCents} />
    </Figure>
    <Figure name={<Trans>Next charge</Trans>}>
      {next.nextPayment ? (
        <>
          <Money cents={next.nextPayment.total} />
          <small>
            <DateText instant={next.nextPayment.processedDate} />
          </small>
        </>
      ) : (
        <Trans>None</Trans>
      )}
    </Figure>
  </Figures>
);

const Customer = ({ customer }: { customer: OperatorCustomer }) => {
  const { who, closing, review, paid, next } = customer;
  const [open, setOpen] = useOperatorDraft<OpenForm>(`form ${who.accountId}`, () => null);
  const close = () => setOpen(null);
  const name = `${who.firstName} ${who.lastName}`.trim() || who.email || who.accountId;
  const about = [who.address?.organization, who.email, who.accountId].filter(Boolean);
  return (
    <>
      <PageHead
        tab={name}
        crumb={
          <Link className={styles.crumb} href={operatorPaths.customers}>
            <Trans>‹ Customers</Trans>
          </Link>
        }
        title={
          <>
            {name} <StatusBadges status={who.status} exportStatus={who.exportStatus} overdue={paid.overdueCents > 0} />
            {next.clock && (
              <Badge tone="info">
                <Trans>
                  Sandbox clock: <DateText instant={next.clock.now} />
                </Trans>
              </Badge>
            )}
            {paid.disputedSince && (
              <Badge tone="warn">
                <Trans>Payment in dispute</Trans>
              </Badge>
            )}
            {closing && (
              <Badge tone="warn">
                <Trans>Closing</Trans>
              </Badge>
            )}
            {who.email && !who.emailVerified && (
              <Badge tone="warn">
                <Trans>Email not verified</Trans>
              </Badge>
            )}
          </>
        }
        about={about.map((text, at) => (
          <Fragment key={text}>
            {at > 0 && ' · '}
            {/* isolated, because a name may be written from right to left and reorder the text after it */}
            <bdi>{text}</bdi>
          </Fragment>
        ))}
        actions={
          <>
            {who.status === 'open' && (
              <CommandButton call="POST /api/operator/customers/:accountId/view" onClick={() => setOpen('view')}>
                <Trans>See what they see</Trans>
              </CommandButton>
            )}
            {who.status === 'open' && (
              <>
                <CommandButton call="POST /api/operator/customers/:accountId/credit" onClick={() => setOpen('credit')}>
                  <Trans>Give credit</Trans>
                </CommandButton>
                <CommandButton
                  call="POST /api/operator/customers/:accountId/address"
                  onClick={() => setOpen('address')}
                >
                  <Trans>Change address</Trans>
                </CommandButton>
                <CommandButton call="POST /api/operator/customers/:accountId/close" onClick={() => setOpen('close')}>
                  <Trans>Close account</Trans>
                </CommandButton>
              </>
            )}
          </>
        }
      />
      {open === 'credit' && <CreditForm accountId={who.accountId} name={name} onClose={close} />}
      {open === 'view' && <ViewForm accountId={who.accountId} name={name} onClose={close} />}
      {open === 'close' && <CloseForm accountId={who.accountId} name={name} onClose={close} />}
      {open === 'address' && (
        <Suspense>
          <AddressForm who={who} name={name} onClose={close} />
        </Suspense>
      )}
      {closing && <ClosingNotice closing={closing} />}
      <PaidFigures customer={customer} />
      {review && <ReviewCard review={review} />}
      <div className={styles.columns}>
        <div className={styles.first}>
          <Holdings holds={customer.holds} />
          <Receipts accountId={who.accountId} paid={paid} />
        </div>
        <div className={styles.last}>
          <UpcomingCharges next={next} receipts={paid.receipts} />
          <FoldedOnPhone title={<Trans>Emails</Trans>}>
            <Mails accountId={who.accountId} customer={customer} />
          </FoldedOnPhone>
        </div>
        <div className={styles.aside}>
          <FoldedOnPhone title={<Trans>About</Trans>}>
            <Identity who={who} holds={customer.holds} card={next.paymentMethod} />
          </FoldedOnPhone>
          <FoldedOnPhone title={<Trans>Activity</Trans>}>
            <Timeline customer={customer} />
          </FoldedOnPhone>
        </div>
      </div>
    </>
  );
};

/** Page of a customer, in the order of the questions that operators get (OP-02). */
export const CustomerPage = ({ accountId }: { accountId: string }) => {
  const query = useOperatorQuery('GET /api/operator/customers/:accountId', { params: { accountId } });
  return (
    <QueryBoundary query={query} name={t`This customer`}>
      {(customer) => <Customer customer={customer} />}
    </QueryBoundary>
  );
};
