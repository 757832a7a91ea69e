import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Retry } from '../../ui/retry.tsx';
import styles from './survey-frame.module.css';

/**
 * Address of a survey in the configured template. The id is encoded as one path segment, so that it cannot change the
 * address (SH-15). Null without a survey host, for our own host (no sandbox would isolate it), and for an invalid id.
 */
export const surveyAddress = (template: string | null, id: string): string | null => {
  const host = template === null ? null : URL.parse(template);
  if (!template || host?.protocol !== 'https:' || host.origin === location.origin) return null;
  // The placeholder must not be in the host. A value of dots only would navigate the path, and no encoding prevents it.
  if (template.indexOf('{id}') < host.origin.length || /^\.*$/.test(id)) return null;
  return template.replaceAll('{id}', () => encodeURIComponent(id));
};

/** Time after which a retry is offered, in ms. A frame has an event for a successful load but none for a failed one. */
const LOAD_TIMEOUT_MS = 8_000;

const Attempt = ({ address, onRetry }: { address: string; onRetry: () => void }) => {
  const [state, setState] = useState<'waiting' | 'late' | 'shown'>('waiting');
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === 'waiting' ? 'late' : now)), LOAD_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {state === 'waiting' && (
        <p className={styles.note} role="status">
          <Trans>Loading the survey…</Trans>
        </p>
      )}
      {state === 'late' && (
        <div className={styles.note}>
          <Retry title={<Trans>The survey doesn't load.</Trans>} onRetry={onRetry}>
            <Trans>Nothing is lost.</Trans>
          </Retry>
          <LinkButton to={paths.home}>
            <Trans>Back to Home</Trans>
          </LinkButton>
        </div>
      )}
      <iframe
        className={state === 'late' ? styles.behind : styles.frame}
        title={t`Survey`}
        src={address}
        sandbox="allow-scripts allow-forms allow-same-origin"
        referrerPolicy="no-referrer"
        onLoad={() => setState('shown')}
      />
    </>
  );
};

/**
 * Survey in a sandboxed frame (SH-15). It may run scripts and send forms to its own host. It cannot open windows or
 * navigate this page, and no message of it is read.
 */
export const SurveyFrame = ({ address }: { address: string }) => {
  const [attempt, setAttempt] = useState(0);
  return (
    <main className={styles.page}>
      <h1 className="sr">
        <Trans>Survey</Trans>
      </h1>
      <Attempt key={attempt} address={address} onRetry={() => setAttempt(attempt + 1)} />
    </main>
  );
};
