import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { scopeDestination } from '../../features/subscriptions/scope/scope-done.ts';
import { ScopeDonePage } from '../../features/subscriptions/scope/scope-done-page.tsx';
import { ScopeSubscription } from '../../features/subscriptions/scope/scope-subscription.tsx';
import { config } from '../../lib/config.ts';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { meQuery } from '../../lib/queries/me.ts';
import { sendAway } from '../../lib/send-away.ts';
import { useToast } from '../../ui/toast.tsx';
import type { PageProps } from '../page-props.ts';

/** `/subscriptions/scope/{subId?}?package=&r=&step=&pay=` (SP-03). */
export const ScopePage = ({ params: { subId } }: PageProps) => {
  const { t } = useLingui();
  const toast = useToast();
  const client = useQueryClient();
  const query = useRouteQuery();
  const wanted = (name: string) => query.get(name) ?? undefined;
  const r = wanted('r');

  if (subId && wanted('step') === 'done') return <ScopeDonePage subId={subId} />;
  return (
    <ScopeSubscription
      place={{ subId, r, package: wanted('package'), step: wanted('step'), pay: wanted('pay') }}
      onMove={navigate}
      onDone={({ id }, { changed }) => {
        const destination = scopeDestination({
          reason: r,
          changed,
          subId: id,
          downloadsWait: client.getQueryData(meQuery.queryKey)?.user.exportPending ?? true,
          links: config.links,
          here: location.href,
        });
        switch (destination.kind) {
          case 'away':
            return sendAway.to(destination.href);
          case 'own-page':
            // Back leads to an empty choice, not to the order that was just placed.
            return navigate(paths.scope({ subId: id, step: 'done' }), { replace: true });
          case 'home':
            toast(t`Plan changed`);
            return navigate(paths.home);
        }
      }}
    />
  );
};
