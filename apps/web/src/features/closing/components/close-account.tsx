import type { ClosurePlan } from '@foyer/contract/api/closing';
import { Plural, Trans } from '@lingui/react/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { config } from '../../../lib/config.ts';
import { paths } from '../../../lib/paths.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { AccountName } from '../../../shared/account/account-name.tsx';
import { settingFailures, settingWords } from '../../../shared/failures/setting-words.tsx';
import { FailureText, Sentences } from '../../../shared/failures/words.tsx';
import { PasswordField } from '../../../shared/identity/password-field.tsx';
import { cardLabel } from '../../../shared/payments/card-brand.tsx';
import { useSubmit } from '../../../shared/settings/use-submit.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import styles from './closing.module.css';
import { ClosureItem } from './closure-item.tsx';

/** Effects of closing the account. Never cached, because they change with each payment (SC-10). */
const closurePlanQuery = queryOptions({
  queryKey: ['closure-plan'],
  queryFn: ({ signal }) => call('GET /api/auth/me/closure-plan', {}, { signal }),
  staleTime: 0,
});

const PLAN_PX = 220;
/** Id of the reason at the top of the page, which also describes the button at its end. */
const REASON_ID = 'close-reason';

/** Texts of the refusals that the plan predicts. */
const { OPERATION_IN_PROGRESS, CLOSURE_BLOCKED } = settingWords;

/** Says why the account cannot be closed now, and what the customer can do. */
const blockedText: Record<NonNullable<ClosurePlan['blocked']>, ReactNode> = {
  payment_undecided: <Sentences of={[OPERATION_IN_PROGRESS.title, OPERATION_IN_PROGRESS.next]} />,
  export_review: CLOSURE_BLOCKED.title,
  claim_missing: <Trans>Your account isn't allowed to do this. Your administrator can close it.</Trans>,
  brand: (
    <Trans>
      This account can't be closed here. <SupportLink>Write to support</SupportLink> to close it.
    </Trans>
  ),
};

/** Lists what remains after the account is closed, with the reason (SC-10). Shown before the password is asked for. */
const RemainingItems = ({ plan }: { plan: ClosurePlan }) => (
  <ul className={styles.remaining}>
    {plan.receipts > 0 && (
      <li>
        <Plural
          value={plan.receipts}
          one="# invoice stays, without your account, as the law requires."
          other="# invoices stay, without your account, as the law requires."
        />
      </li>
    )}
    {plan.creditCents > 0 && (
      <li>
        <Trans>
          Your credit of <Money cents={plan.creditCents} /> stays on our books. Write to support to have it paid out.
        </Trans>
      </li>
    )}
    {plan.openAmountCents > 0 && (
      <li>
        <Trans>
          The open amount of <Money cents={plan.openAmountCents} /> is no longer asked for.
        </Trans>
      </li>
    )}
    {plan.card && (
      <li>
        <Trans>{cardLabel(plan.card)} is removed at our payment provider. Nothing is charged any more.</Trans>
      </li>
    )}
    <li>
      <Trans>Your name, address, email and files are deleted. This can't be undone.</Trans>
    </li>
  </ul>
);

/**
 * Form that closes the account for good, with the password if there is one (SC-10). If closing is blocked, only its
 * disabled button is shown. The server does nothing until it can do all of it.
 */
const CloseForm = ({ plan: { blocked, orderedAt }, onClosed }: { plan: ClosurePlan; onClosed: () => void }) => {
  const [password, setPassword] = useState('');
  const client = useQueryClient();
  const submission = useSubmit(async () => {
    try {
      await call('DELETE /api/auth/users', { body: { password } }, { isSlow: true });
    } catch (error) {
      // A late refusal may come after the card was removed.
      for (const { queryKey } of [closurePlanQuery, accountQuery]) void client.invalidateQueries({ queryKey });
      throw error;
    }
    onClosed();
  });
  const { failure, failedField, busy } = submission;
  const failures = settingFailures(<Trans>If it was, this page will take you to sign-in in a moment.</Trans>);
  const failureText = failure && <FailureText of={failure} context={failures} />;
  const asksPassword = config.signIn === 'own' && !blocked;
  const ready = !blocked && (!asksPassword || password !== '');
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void submission.submit();
      }}
    >
      {asksPassword && <AccountName />}
      {asksPassword && (
        <PasswordField
          className={styles.password}
          label={<Trans>Account password</Trans>}
          value={password}
          onChange={(event) => {
            submission.clearFailure();
            setPassword(event.target.value);
          }}
          error={failedField === 'password' && failureText}
        />
      )}
      {failureText && !failedField && (
        <p className={styles.error} role="alert">
          {failureText}
        </p>
      )}
      <div className="row">
        {/* While the closing waits, leaving this page would not keep the account. The notice has the link that does. */}
        {!orderedAt && (
          <LinkButton to={paths.security()}>
            <Trans>Keep my account</Trans>
          </LinkButton>
        )}
        <Button
          type="submit"
          variant="danger"
          disabled={!ready}
          aria-describedby={blocked ? REASON_ID : undefined}
          busy={busy}
          busyLabel={<Trans>Closing…</Trans>}
        >
          <Trans>Close account</Trans>
        </Button>
      </div>
    </form>
  );
};

/** Notice that the account is closed as soon as the payment provider answers, and how to keep it (decision 55). */
const WaitingNotice = ({ orderedAt, orderedBy }: { orderedAt: string; orderedBy: ClosurePlan['orderedBy'] }) => (
  <Notice
    tone="info"
    title={<Trans>Your account is being closed</Trans>}
    actions={
      <LinkButton to={paths.paymentMethod()}>
        <Trans>Save a card to keep it</Trans>
      </LinkButton>
    }
  >
    {orderedBy === 'support' ? (
      <Trans>
        Our support team ordered this on <DateText instant={orderedAt} />, but our payment provider hasn't confirmed yet
        that your card is removed. As soon as it does, everything below ends, and we'll email you. Until then no card is
        charged.
      </Trans>
    ) : (
      <Trans>
        You closed it on <DateText instant={orderedAt} />, but our payment provider hasn't confirmed yet that your card
        is removed. As soon as it does, everything below ends, and we'll email you. Until then no card is charged.
      </Trans>
    )}
  </Notice>
);

/** Closure planner (SC-10): the losses by product, then what remains and why, then the form. */
export const CloseAccount = ({ onClosed }: { onClosed: () => void }) => {
  const query = useQuery(closurePlanQuery);
  if (query.isPending)
    return (
      <Card pad role="status" className={styles.stack}>
        <span className="sr">
          <Trans>Loading…</Trans>
        </span>
        <Skeleton height={PLAN_PX} radius={8} />
      </Card>
    );
  if (!query.data)
    return (
      <Retry title={<Trans>We couldn't tell what closing would do.</Trans>} of={query}>
        <Trans>Nothing was closed.</Trans>
      </Retry>
    );
  const plan = query.data;
  return (
    <div className={styles.stack}>
      {plan.blocked && (
        <Notice tone="info" titleAs="p" title={<span id={REASON_ID}>{blockedText[plan.blocked]}</span>} />
      )}
      {plan.orderedAt && <WaitingNotice orderedAt={plan.orderedAt} orderedBy={plan.orderedBy} />}
      <Notice tone="warn" title={<Trans>Your data is lost</Trans>}>
        <Trans>Everything below ends the moment you close your account. This can't be undone, not even by us.</Trans>
      </Notice>
      <section aria-labelledby="ends">
        <SectionHead id="ends">
          <Trans>What ends</Trans>
        </SectionHead>
        <Card as="ul" clip className={styles.items}>
          {plan.items.length === 0 && (
            <li>
              <Trans>You hold no subscription.</Trans>
            </li>
          )}
          {plan.items.map((item) => (
            <ClosureItem key={item.subscriptionId} item={item} />
          ))}
        </Card>
      </section>
      <section aria-labelledby="stays">
        <SectionHead id="stays">
          <Trans>What happens to the rest</Trans>
        </SectionHead>
        <RemainingItems plan={plan} />
      </section>
      {/* An account of another brand can never be closed here, so there is no button to wait for. */}
      {plan.blocked !== 'brand' && (
        <section aria-labelledby="close">
          <SectionHead id="close">
            <Trans>Close it</Trans>
          </SectionHead>
          <CloseForm plan={plan} onClosed={onClosed} />
        </section>
      )}
    </div>
  );
};
