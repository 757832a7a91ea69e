import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { DoorOpen } from 'lucide';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { config } from '../lib/config.ts';
import { navigate, usePath } from '../lib/hash-location.ts';
import { lazyNamed } from '../lib/lazy-named.ts';
import { useAction } from '../lib/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { callOperatorApi } from './call.ts';
import { labelFor } from './format.tsx';
import styles from './frame.module.css';
import { NavLabel } from './nav-label.tsx';
import { useMayCall, useOperator } from './operator.tsx';
import { OutcomeBanner } from './outcome-banner.tsx';
import { PageList } from './page-list.tsx';
import { operatorPaths, requiredCalls, routeFor } from './routes.ts';
import { SearchBox } from './search-box.tsx';
import { clearSession } from './session.ts';
import { newBatch, newKey } from './shown-once.ts';
import { environmentLabels, roleLabels } from './state-labels.ts';

/** Ends the session of the operator. */
export const SignOut = ({ className }: { className?: string | undefined }) => {
  const { run, state } = useAction(async () => {
    try {
      await callOperatorApi('DELETE /api/operator/sessions/me', undefined);
    } finally {
      clearSession('left'); // signs out here also without an answer
      // the next operator must not open the customer of the previous one
      navigate(operatorPaths.customers, { replace: true });
    }
  });
  return (
    <Button size="sm" variant="quiet" className={className} busy={state.kind === 'running'} onClick={() => void run()}>
      <Trans>Sign out</Trans>
    </Button>
  );
};

// on demand, because few operators use it and its library is larger than the frame
const Palette = lazyNamed(async () => (await import('./palette.tsx')).Palette);

/** Opens the palette by Ctrl+K or Cmd+K, and gives the focus back to where it was. */
const PaletteKey = () => {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    open && (
      <Suspense>
        <Palette onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
};

/** Reminder on every other page that new codes, or a new key, are not saved yet. */
const Unsaved = () => {
  const { id, roles } = useOperator();
  const made = { codes: newBatch.useFor(id), keys: newKey.useFor(id) };
  const { page, id: opened } = routeFor(usePath(), roles);
  return (['codes', 'keys'] as const).map((name) => {
    const thing = made[name];
    if (!thing || thing.isSaved || (page === name && opened === null)) return null;
    const title =
      name === 'codes' ? <Trans>Your new codes are not saved yet</Trans> : <Trans>Your new key isn't saved yet</Trans>;
    return (
      <Notice key={name} tone="warn" titleAs="p" title={title}>
        <Link className="link" href={operatorPaths[name]}>
          <NavLabel page={name} />
        </Link>
      </Notice>
    );
  });
};

/** Frame of the operator site: a dark bar with search and operator, the list of pages, and the page. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const { name, roles } = useOperator();
  const path = usePath();
  const main = useRef<HTMLElement>(null);
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <p className={styles.brand}>
          <Icon of={DoorOpen} />
          <b>
            <Trans>Foyer Operator</Trans>
          </b>
          <span className={styles.environment}>{labelFor(environmentLabels, config.environment)}</span>
        </p>
        {useMayCall(requiredCalls.customers) ? <SearchBox /> : <span />}
        {/* the name of an operator without one is their email, which a narrow bar would cut */}
        <div className={styles.account}>
          <span>
            <Link href={operatorPaths.password} aria-label={t`${name}: your password`}>
              <b>{name.split('@')[0]}</b>
            </Link>{' '}
            <span className={styles.roles}>{roles.map((role) => labelFor(roleLabels, role)).join(', ')}</span>
          </span>
          <SignOut className={styles.signOut} />
        </div>
      </header>
      <PageList />
      <main ref={main} tabIndex={-1} className={styles.main}>
        <PaletteKey />
        <Unsaved />
        <OutcomeBanner />
        {children}
      </main>
    </div>
  );
};
