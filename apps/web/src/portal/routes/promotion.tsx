import { Suspense } from 'react';
import { PromotionWizard, type SetupStep } from '../../features/promotions/components/promotion-wizard.tsx';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { CardSkeleton } from '../../ui/card-skeleton.tsx';
import { lazyPage } from '../lazy-page.tsx';
import type { PageProps } from '../page-props.ts';
import { planLosses } from '../plan-losses.tsx';

// On demand, for customers without an address or card. They use the texts of the pages they are made of.
const AddressStep = lazyPage<SetupStep>(() => import('./promotion-address.tsx'));
const CardStep = lazyPage<SetupStep>(() => import('./promotion-card.tsx'));

/**
 * Page `/promotions/{code?}?from=&renew=` (PR-01). The code is the rest of the path, because base64 may contain a
 * slash.
 */
export const Page = ({ params, title }: PageProps) => {
  const query = useRouteQuery();
  return (
    <PromotionWizard
      text={params.rest || undefined}
      from={query.get('from')}
      autoRenew={query.get('renew') !== 'off'}
      losses={planLosses}
      onMove={navigate}
      setup={(setup) => (
        <Suspense
          fallback={
            <>
              <h1 className="sr">{title}</h1>
              <CardSkeleton height={592} />
            </>
          }
        >
          {setup.step === 'address' ? <AddressStep {...setup} /> : <CardStep {...setup} />}
        </Suspense>
      )}
    />
  );
};
