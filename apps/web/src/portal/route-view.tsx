import type { ShownFamily } from '@foyer/contract/api/portal-config';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense, useEffect, useReducer } from 'react';
import { Frame } from '../features/shell/frame.tsx';
import { REFERRER_KEY, readStored, storeHeight } from '../lib/browser-store.ts';
import { config } from '../lib/config.ts';
import { currentPlace, navigate, usePath, useRouteQuery } from '../lib/hash-location.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { paths } from '../lib/paths.ts';
import { readRecord } from '../lib/session/record.ts';
import { accountQuery } from '../shared/account/account.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Section } from '../ui/section.tsx';
import { backLink } from './back-link.tsx';
import { FocusOnChange } from './focus-on-change.tsx';
import { HeadSkeleton } from './head-skeleton.tsx';
import { lazyPage } from './lazy-page.tsx';
import type { PageProps } from './page-props.ts';
import type { PortalRoute } from './route-table.tsx';

const SandboxBar = lazyPage<object>(() => import('./sandbox.tsx'));

const BackToClient = lazyPage<object>(() => import('../features/referrer/back-to-client.tsx'));
const LegacyAlert = lazyPage<object>(() => import('../features/legacy/legacy-alert.tsx'));

const Redirect = ({ to }: { to: string }) => {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
};

/**
 * Redirects to the sign-in (SH-03). Waits first for a running intake of a token, which may sign the user in (SE-02).
 */
const SignedOut = ({ onSignedIn }: { onSignedIn: () => void }) => {
  useEffect(() => {
    let here = true;
    void Promise.resolve(window.__foyer?.intake).then(() => {
      if (!here) return;
      if (readRecord()) onSignedIn();
      else navigate(paths.signOut({ reason: 'unauthorized', to: currentPlace() }), { replace: true });
    });
    return () => {
      here = false;
    };
  }, [onSignedIn]);
  return null;
};

/** Lazy part of the frame that only some users see. */
const OptionalPart = ({ of: Part }: { of: ComponentType<object> }) => (
  <Section>
    <Suspense>
      <Part />
    </Suspense>
  </Section>
);

interface FramedProps {
  chrome: Exclude<PortalRoute['chrome'], 'none'>;
  tab: PortalRoute['tab'];
  children: ReactNode;
}

const Framed = ({ chrome, tab, children }: FramedProps) => {
  const query = useRouteQuery();
  const legacy = useQuery(accountQuery).data?.legacyWithoutNewPromo;
  useEffect(() => {
    if (legacy === false) storeHeight(3, 0);
  }, [legacy]);
  const cameFrom = query.has('referrerClient') || readStored(REFERRER_KEY, 'session');
  return (
    <Frame
      chrome={chrome}
      tab={tab}
      sandboxBar={config.gateway === 'sandbox' && <OptionalPart of={SandboxBar} />}
      arrow={cameFrom && <OptionalPart of={BackToClient} />}
      alert={legacy && <OptionalPart of={LegacyAlert} />}
      back={backLink(query.get('returnPath'))}
    >
      {children}
    </Frame>
  );
};

/** Renders a route with its guard, title and frame. The frame stays when the page fails. */
export const RouteView = ({ route, params }: { route: PortalRoute } & Pick<PageProps, 'params'>) => {
  const path = usePath();
  const query = useRouteQuery();
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  const { title } = route;
  usePageTitle(title);

  const emailToken = query.get('emailToken');
  if (emailToken) return <Redirect to={paths.confirmEmail(emailToken)} />; // SH-04
  if (!route.isPublic && !readRecord()) return <SignedOut onSignedIn={renderAgain} />;

  const { Page, chrome, tab, family, isEarly, parent } = route;
  const bare = chrome === 'none';
  const page = (
    <Section key={path} head={<PageHeader title={title} crumb={parent && backLink(parent)} />}>
      <Suspense
        fallback={
          bare ? (
            <h1 className="sr">{title}</h1>
          ) : (
            <HeadSkeleton heading={!params.subId && isEarly && title} hasCrumb={parent} />
          )
        }
      >
        <Page params={params} title={title} family={family as ShownFamily} />
        <FocusOnChange />
      </Suspense>
    </Section>
  );
  return bare ? (
    page
  ) : (
    <Framed chrome={chrome} tab={tab}>
      {page}
    </Framed>
  );
};
