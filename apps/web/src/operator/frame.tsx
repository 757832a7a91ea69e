import { Trans, useLingui } from '@lingui/react/macro';
import { DoorOpen, ListChecks, type LucideIcon, Package, ScrollText, ShieldAlert, Ticket, Users } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { config } from '../lib/config.ts';
import { navigate, usePath } from '../lib/hash-location.ts';
import { useAction } from '../lib/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { consoleCall } from './call.ts';
import { useNewBatch } from './codes/new-batch.ts';
import styles from './frame.module.css';
import { NavWord } from './nav-word.tsx';
import { useMay, useOperator } from './operator.tsx';
import { OutcomeBanner } from './outcome-banner.tsx';
import { callOf, type ListedPage, placeFor, places } from './places.ts';
import { SearchBox } from './search-box.tsx';
import { dropSession } from './session.ts';
import { environmentWords, roleWords } from './state-words.ts';
import { inWords } from './words.tsx';

const icons: Readonly<Record<ListedPage, LucideIcon>> = {
  customers: Users,
  reviews: ShieldAlert,
  codes: Ticket,
  catalogue: Package,
  work: ListChecks,
  audit: ScrollText,
};

const NavLink = ({ page }: { page: ListedPage }) => {
  const { roles } = useOperator();
  const current = placeFor(usePath(), roles).page === page;
  if (!useMay(callOf[page])) return null;
  return (
    <li>
      <Link href={places[page]} aria-current={current ? 'page' : undefined}>
        <Icon of={icons[page]} />
        <NavWord page={page} />
      </Link>
    </li>
  );
};

/** Ends the session of the operator. */
export const SignOut = ({ className }: { className?: string | undefined }) => {
  const { run, state } = useAction(async () => {
    try {
      await consoleCall('DELETE /api/operator/sessions/me', undefined);
    } finally {
      dropSession('left'); // without an answer too: who leaves must be out of here
      navigate(places.customers, { replace: true }); // nor is the next one led to whom this one looked at
    }
  });
  return (
    <Button size="sm" variant="quiet" className={className} busy={state.kind === 'running'} onClick={() => void run()}>
      <Trans>Sign out</Trans>
    </Button>
  );
};

/** On every other page: what is shown only once waits to be saved. */
const UnsavedCodes = () => {
  const { id, roles } = useOperator();
  const made = useNewBatch(id);
  const { page, id: opened } = placeFor(usePath(), roles);
  if (!made || made.isSaved || (page === 'codes' && opened === null)) return null;
  return (
    <Notice tone="warn" titleAs="p" title={<Trans>Your new codes are not saved yet</Trans>}>
      <Link className="link" href={places.codes}>
        <Trans>Codes</Trans>
      </Link>
    </Notice>
  );
};

/** Frame of the console: a dark bar with search and operator, the list of pages, and the page. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const { t } = useLingui();
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
            <Trans>Foyer Console</Trans>
          </b>
          <span className={styles.environment}>{inWords(environmentWords, config.environment)}</span>
        </p>
        {useMay(callOf.customers) ? <SearchBox /> : <span />}
        <div className={styles.me}>
          <span>
            <Link href={places.password} aria-label={t`${name}: your password`}>
              <b>{name}</b>
            </Link>{' '}
            <span className={styles.roles}>{roles.map((role) => inWords(roleWords, role)).join(', ')}</span>
          </span>
          <SignOut className={styles.leave} />
        </div>
      </header>
      <nav className={styles.nav} aria-label={t`Console`}>
        <ul>
          {(Object.keys(icons) as ListedPage[]).map((page) => (
            <NavLink key={page} page={page} />
          ))}
        </ul>
      </nav>
      <main ref={main} tabIndex={-1} className={styles.main}>
        <UnsavedCodes />
        <OutcomeBanner />
        {children}
      </main>
    </div>
  );
};
