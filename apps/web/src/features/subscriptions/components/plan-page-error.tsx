import { Trans } from '@lingui/react/macro';
import { SearchX } from 'lucide';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { isPlanGone, type PlanPageError as Kind } from '../queries/use-plan-page.ts';
import styles from './plan-page.module.css';

interface PlanPageErrorProps {
  errors: readonly Kind[];
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/** Errors of the page of a family with the texts of SP-07, each in place of the missing part. */
export const PlanPageError = ({ errors, error, retrying, onRetry }: PlanPageErrorProps) => {
  const gone = isPlanGone(errors);
  return (
    <div className={styles.page}>
      {errors.includes('subscription-gone') && (
        <Notice tone="bad" title={<Trans>There was an error locating this subscription.</Trans>} titleAs="p" />
      )}
      {errors.includes('subscription') && (
        <Notice tone="bad" title={<Trans>There was an error loading this subscription.</Trans>} titleAs="p" />
      )}
      {gone ? (
        <Empty
          icon={SearchX}
          tone="warn"
          title={<Trans>Invalid Subscription ID</Trans>}
          action={
            <LinkButton size="sm" to={paths.home}>
              <Trans>Back to Home</Trans>
            </LinkButton>
          }
        >
          <Trans>The link may be old, or belong to another account.</Trans>
        </Empty>
      ) : (
        <Retry
          title={<Trans>We're having trouble retrieving plans.</Trans>}
          onRetry={onRetry}
          busy={retrying}
          error={error}
        >
          <Trans>Your subscription is safe; only this list didn't load.</Trans>
        </Retry>
      )}
    </div>
  );
};
