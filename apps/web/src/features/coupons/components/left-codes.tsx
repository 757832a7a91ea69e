import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { isHeldForReview } from '../../../lib/failure-facts.ts';
import { pageLanguage } from '../../../lib/page-language.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { codeFailures } from '../../../shared/failures/purchase-words.tsx';
import { RefusedBefore } from '../../../shared/orders/refused-before.tsx';
import { subscriptionsQuery } from '../../../shared/orders/subscriptions.ts';
import { type LeftCommands, useLeftCommands } from '../../../shared/orders/use-left-commands.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Retry } from '../../../ui/retry.tsx';

/** Names of the subscriptions that redeemed codes created or extended. */
const useNames = (done: LeftCommands['done']): string => {
  const { data } = useQuery({ ...subscriptionsQuery(), enabled: done.length > 0 });
  const ids = done.flatMap(({ subscriptionIds }) => subscriptionIds);
  const named = (data ?? []).filter(({ id }) => ids.includes(id));
  return new Intl.ListFormat(pageLanguage()).format(
    named.map(({ product, plan }) => `${familyOf(product).name} ${plan.displayName}`),
  );
};

/** Outcome of codes whose answer was lost, after a reload or in another form (INV-12). */
export const LeftCodes = () => {
  const { running, done, refused, unknown, failed } = useLeftCommands('code');
  const names = useNames(done);
  const count = done.length;
  return (
    <>
      {failed && (
        <Retry title={<Trans>We don't know if your last code was redeemed.</Trans>} of={failed}>
          <Trans>A code is never redeemed twice.</Trans>
        </Retry>
      )}
      {running > 0 && <Notice titleAs="p" alert title={<Trans>Your last code is still being redeemed.</Trans>} />}
      {count > 0 && (
        <Notice
          tone="ok"
          titleAs="p"
          alert
          title={<Plural value={count} one="Your last code was redeemed." other="Your last # codes were redeemed." />}
        >
          {names && (
            <p>
              <Trans>You have {names} with it.</Trans>
            </p>
          )}
        </Notice>
      )}
      {refused
        // the page itself lists what is kept for the review
        .filter((failure) => !isHeldForReview(failure))
        .map((failure, index) => (
          <RefusedBefore
            // biome-ignore lint/suspicious/noArrayIndexKey: the refusals keep their order
            key={index}
            title={<Trans>Your last code wasn't redeemed.</Trans>}
            of={failure}
            context={codeFailures()}
          />
        ))}
      {unknown > 0 && (
        <Notice tone="warn" titleAs="p" alert title={<Trans>Your last code wasn't redeemed.</Trans>}>
          <p>
            <Trans>Enter it again. A code is never redeemed twice.</Trans>
          </p>
        </Notice>
      )}
    </>
  );
};
