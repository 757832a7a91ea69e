import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CloseAccountBlock } from '../../features/closing/components/close-account-block.tsx';
import { YourData } from '../../features/closing/components/your-data.tsx';
import { RecentActivity } from '../../features/identity/components/activity.tsx';
import { HiddenWhileLoading } from '../../features/identity/components/hidden-while-loading.tsx';
import { Products } from '../../features/identity/components/products.tsx';
import { Sessions } from '../../features/identity/components/sessions.tsx';
import { SecuritySettings } from '../../features/identity/components/settings.tsx';
import { activityQuery } from '../../features/identity/queries/activity.ts';
import { productsQuery } from '../../features/identity/queries/products.ts';
import { sessionsQuery } from '../../features/identity/queries/sessions.ts';
import { config } from '../../lib/config.ts';
import { useRouteQuery } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { meQuery } from '../../shared/account/me.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { StaleDataNote } from '../../ui/stale-data-note.tsx';

/** Page `/security?active=email|password|mfa` (SC-01). Only the scope brand has a tab for it. */
export const Page = () => {
  const query = useRouteQuery();
  const active = query.get('active');
  const me = useQuery(meQuery);
  const sessions = useQuery(sessionsQuery);
  const products = useQuery(productsQuery);
  const activity = useInfiniteQuery(activityQuery);
  return (
    <>
      <PageHeader
        title={<Trans>Security</Trans>}
        description={
          <>
            <Trans>How you sign in, and who is signed in.</Trans> <StaleDataNote of={me} />
          </>
        }
        crumb={config.brand.secondTab === 'security' ? undefined : { to: paths.home, label: <Trans>Home</Trans> }}
      />
      <Section>
        <SecuritySettings key={active} active={active} />
      </Section>
      <HiddenWhileLoading isLoading={me.isPending}>
        <Section>
          <Sessions />
        </Section>
        <HiddenWhileLoading isLoading={sessions.isPending}>
          <Section>
            <Products />
          </Section>
          <HiddenWhileLoading isLoading={products.isPending}>
            <Section>
              <RecentActivity />
            </Section>
            <HiddenWhileLoading isLoading={activity.isPending}>
              <Section>
                <YourData />
              </Section>
              {config.brand.canClose && (
                <Section>
                  <CloseAccountBlock />
                </Section>
              )}
            </HiddenWhileLoading>
          </HiddenWhileLoading>
        </HiddenWhileLoading>
      </HiddenWhileLoading>
    </>
  );
};
