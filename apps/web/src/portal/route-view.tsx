import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { Frame } from '../features/shell/frame.tsx';
import { config } from '../lib/config.ts';
import { currentPlace } from '../lib/hash-location.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { paths } from '../lib/paths.ts';
import { readRecord } from '../lib/session/record.ts';
import { backLink } from './back-link.tsx';
import { FocusOnChange } from './focus-on-change.tsx';
import { lazyPage } from './lazy-page.tsx';
import type { PageProps } from './page-props.ts';
import styles from './portal.module.css';
import type { PortalRoute } from './route-table.tsx';
import { ComingPage } from './routes/coming.tsx';
import { Section } from './section.tsx';

const SandboxBar = lazyPage(() => import('./sandbox.tsx').then((file) => file.Sandbox));

const Leave = ({ to }: { to: string }) => {
  const [, navigate] = useLocation();
  useEffect(() => navigate(to, { replace: true }), [navigate, to]);
  return null;
};

const Framed = ({ route, children }: { route: PortalRoute; children: ReactNode }) => {
  const [query] = useSearchParams();
  const sandboxBar = config.gateway === 'sandbox' && (
    <Section>
      <Suspense>
        <SandboxBar params={{}} />
      </Suspense>
    </Section>
  );
  return (
    <Frame
      chrome={route.chrome === 'focus' ? 'focus' : 'full'}
      tab={route.tab}
      sandboxBar={sandboxBar}
      back={backLink(query.get('returnPath'))}
    >
      {children}
    </Frame>
  );
};

/** One route with its guard, title and frame. A page that falls over leaves the frame standing. */
export const RouteView = ({ route, params }: { route: PortalRoute } & PageProps) => {
  const { t } = useLingui();
  const [path] = useLocation();
  const [query] = useSearchParams();
  usePageTitle(t(route.title));

  const emailToken = query.get('emailToken');
  if (emailToken) return <Leave to={paths.confirmEmail(emailToken)} />; // SH-04
  if (!route.isPublic && !readRecord()) {
    return <Leave to={paths.signOut({ reason: 'unauthorized', to: currentPlace() })} />; // SH-03
  }

  const { Page } = route;
  const page = (
    <Section key={path}>
      <Suspense fallback={<div className={styles.waiting} />}>
        {Page ? <Page params={params} /> : <ComingPage title={t(route.title)} />}
        <FocusOnChange path={path} />
      </Suspense>
    </Section>
  );
  return route.chrome === 'none' ? page : <Framed route={route}>{page}</Framed>;
};
