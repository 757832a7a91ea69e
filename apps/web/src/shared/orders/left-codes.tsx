import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { isHeldForReview } from '../../lib/failure-facts.ts';
import { pageLanguage } from '../../lib/page-language.ts';
import { Notice } from '../../ui/notice.tsx';
import { Retry } from '../../ui/retry.tsx';
import { familyOf } from '../catalogue/families.ts';
import { codeFailures } from '../failures/purchase-words.tsx';
import { RefusedBefore } from './refused-before.tsx';
import { subscriptionsQuery } from './subscriptions.ts';
import { type LeftCommands, useLeftCommands } from './use-left-commands.ts';

/** Names of the subscriptions that redeemed codes created or extended. */
const useNames = (done: LeftCommands['done']): string => {
  const { data } = useQuery({ ...subscriptionsQuery(), enabled: done.length > 0 });
  const ids = done.flatMap(({ subscriptionIds }) => subscriptionIds);
  const named = (data ?? []).filter(({ id }) => ids.includes(id));
  return new Intl.ListFormat(pageLanguage()).format(
    named.map(({ product, plan }) => `${familyOf(product).name} ${plan.displayName}`),
  );
};

interface LeftCodesProps {
  /** The page lists the codes that wait for the export review. */
  isReviewListed?: boolean;
}

/** Outcome of codes whose answer was lost, after a reload or in another form (INV-12). */
export const LeftCodes = ({ isReviewListed = false }: LeftCodesProps) => {
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
        .filter((failure) => !(isReviewListed && isHeldForReview(failure)))
        .map((failure, index) => (
          <RefusedBefore
            // biome-ignore lint/suspicious/noArrayIndexKey: the refusals keep their order
            key={index}
            title={
              isHeldForReview(failure) ? (
                <Trans>Your last code isn't redeemed yet.</Trans>
              ) : (
                <Trans>Your last code wasn't redeemed.</Trans>
              )
            }
            of={failure}
            context={codeFailures()}
          />
        ))}
      {unknown > 0 && (
        <Notice tone="warn" titleAs="p" alert title={<Trans>Your last code isn't redeemed yet.</Trans>}>
          <p>
            <Trans>Enter it again. A code is never redeemed twice.</Trans>
          </p>
        </Notice>
      )}
    </>
  );
};
