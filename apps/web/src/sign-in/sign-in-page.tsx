import { Trans, useLingui } from '@lingui/react/macro';
import { config } from '../lib/config.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { sendAway } from '../lib/send-away.ts';
import { reasonText } from './reason.tsx';
import { destinationIn, returnAddress, withToken } from './return-address.ts';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { Trace } from './trace.tsx';

const marks = {
  scope: ['M3 12h3.2l2.6-6.5 4.4 13 3.2-9 1.4 2.5H21'],
  drive: ['M4 18a8 8 0 0 1 16 0', 'M8.5 18a3.5 3.5 0 0 1 7 0', 'M2 12.5A12 12 0 0 1 12 6a12 12 0 0 1 10 6.5'],
};

/** The authentication site (SE-11). It keeps nothing itself: it goes back to the client with a token (SE-02). */
export const SignInPage = () => {
  const { t } = useLingui();
  usePageTitle(t`Sign in`);
  const query = new URLSearchParams(location.search);
  const back = returnAddress(query.get('return'), config.clients);
  const { vendor, key } = config.brand;
  return (
    <div className={styles.page}>
      <Trace />
      <main className={styles.box}>
        <div className={styles.head}>
          <span className={styles.mark} aria-hidden="true">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              {marks[key].map((line) => (
                <path key={line} d={line} />
              ))}
            </svg>
          </span>
          <h1>
            <Trans>Sign in to {vendor}</Trans>
          </h1>
          <p>
            <Trans>Continue to your account</Trans>
          </p>
        </div>
        <SignInForm
          reason={reasonText(query.get('reason'), destinationIn(back))}
          onSignedIn={(token) => sendAway.to(withToken(back, token))}
        />
      </main>
      <footer className={styles.foot}>
        {config.links.privacy && (
          <a href={config.links.privacy}>
            <Trans>Privacy policy</Trans>
          </a>
        )}
      </footer>
    </div>
  );
};
