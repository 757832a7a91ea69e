import { Trans } from '@lingui/react/macro';
import { call } from '../../../lib/call.ts';
import { checkFailureOf } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { readFailures } from '../../../shared/failures/account-words.tsx';
import { type FailureContext, FailureText, type Words } from '../../../shared/failures/words.tsx';
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { SectionHead } from '../../../ui/section-head.tsx';
import styles from './licence.module.css';

const readingFailures = readFailures(<Trans>The statement didn't load. Please try again.</Trans>);

const inReview: Words = {
  title: <Trans>It can be downloaded once the export review of your account is cleared.</Trans>,
};

const statementFailures: FailureContext = {
  words: { ...readingFailures.words, NEEDS_REVIEW: inReview, EXPORT_DENIED: inReview },
};

/** Download of a signed licence file, for customers whose network does not reach our server (BY-08). */
export const LicenceStatement = () => {
  const { state, run } = useAction(async () => {
    const statement = await call('GET /api/subscription/entitlements/statement');
    const day = statement.issuedAt.slice(0, 10);
    saveFile(`license-statement-${day}.json`, JSON.stringify(statement, null, 2), 'application/json');
  });
  return (
    <section className={styles.extension} aria-labelledby="statement">
      <SectionHead id="statement">
        <Trans>Offline license</Trans>
      </SectionHead>
      <p className={styles.hint}>
        <Trans>A signed license file for computers without a network. It's valid for 90 days.</Trans>
      </p>
      <Button
        className={styles.choose}
        onClick={() => void run()}
        busy={state.kind === 'running'}
        busyLabel={<Trans>Downloading…</Trans>}
      >
        <Trans>Download license statement</Trans>
      </Button>
      {state.kind === 'failed' && (
        <p role="alert">
          <FailureText of={checkFailureOf(state.error)} context={statementFailures} />
        </p>
      )}
    </section>
  );
};
