import { Suspense } from 'react';
import { PromotionWizard, type SetupStep } from '../../features/promotions/components/promotion-wizard.tsx';
import { installAddress } from '../../features/subscriptions/scope/scope-done.ts';
import { config } from '../../lib/config.ts';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lazyPage } from '../lazy-page.tsx';
import type { PageProps } from '../page-props.ts';

// only for somebody who has no address or card yet; its words are those of the pages it is made of
const Setup = lazyPage<SetupStep>(() => import('./promotion-setup.tsx'));

const apps = { install: installAddress(config.links), drive: config.links.driveApp };

/** `/promotions/{code?}?from=` (PR-01). A code in base64 may hold a slash, so it is everything that follows. */
export const Page = ({ params }: PageProps) => (
  <PromotionWizard
    key={params.rest ?? ''}
    text={params.rest || undefined}
    from={useRouteQuery().get('from')}
    apps={apps}
    onMove={navigate}
    setup={(step) => (
      <Suspense fallback={<Skeleton height={592} radius={12} />}>
        <Setup {...step} />
      </Suspense>
    )}
  />
);
