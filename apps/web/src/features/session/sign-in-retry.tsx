import { Trans } from '@lingui/react/macro';
import { Retry } from '../../ui/retry.tsx';
import styles from './session.module.css';

interface SignInRetryProps {
  onRetry: () => void;
  /** Error of the failed call, which may say how long to wait. */
  error?: unknown;
}

/** Offers a retry if the server was not reachable during a sign-in. */
export const SignInRetry = ({ onRetry, error }: SignInRetryProps) => (
  <main className={styles.page}>
    <h1 className="sr">
      <Trans>Sign in</Trans>
    </h1>
    <Retry title={<Trans>We couldn't finish signing you in.</Trans>} onRetry={onRetry} error={error}>
      <Trans>Nothing is lost.</Trans>
    </Retry>
  </main>
);
