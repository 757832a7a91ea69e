import type { OperatorCall } from '@foyer/contract/vocabulary/operator-roles';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ShieldAlert } from 'lucide';
import { Suspense } from 'react';
import { usePath } from '../lib/hash-location.ts';
import { lazyNamed } from '../lib/lazy-named.ts';
import { Empty } from '../ui/empty.tsx';
import { Section } from '../ui/section.tsx';
import { roleNamesFor, useMayCall, useOperator } from './operator.tsx';
import { LoadingCard } from './query-boundary.tsx';
import { type PageName, requiredCalls, routeFor } from './routes.ts';
import { SearchPage } from './search-page.tsx';

/** Shown instead of a page that the roles of the operator do not allow. */
const RoleMissing = ({ call }: { call: OperatorCall }) => {
  const role = roleNamesFor(call);
  return (
    <Empty icon={ShieldAlert} title={<Trans>This page isn't for you</Trans>}>
      <Trans>Needs the {role} role</Trans>
    </Empty>
  );
};

/** All pages except the search load on demand. */
const AuditPage = lazyNamed(async () => (await import('./audit-page.tsx')).AuditPage);
const BatchPage = lazyNamed(async () => (await import('./codes/batch-page.tsx')).BatchPage);
const CataloguePage = lazyNamed(async () => (await import('./catalogue-page.tsx')).CataloguePage);
const CodesPage = lazyNamed(async () => (await import('./codes/codes-page.tsx')).CodesPage);
const CustomerPage = lazyNamed(async () => (await import('./customer/customer-page.tsx')).CustomerPage);
const HookPage = lazyNamed(async () => (await import('./hooks/hook-page.tsx')).HookPage);
const HooksPage = lazyNamed(async () => (await import('./hooks/hooks-page.tsx')).HooksPage);
const KeysPage = lazyNamed(async () => (await import('./keys/keys-page.tsx')).KeysPage);
const PasswordPage = lazyNamed(async () => (await import('./password-page.tsx')).PasswordPage);
const ReviewsPage = lazyNamed(async () => (await import('./reviews-page.tsx')).ReviewsPage);
const WorkPage = lazyNamed(async () => (await import('./work-page.tsx')).WorkPage);

const page = (name: PageName, id: string | null) => {
  switch (name) {
    case 'customers':
      return id === null ? <SearchPage /> : <CustomerPage key={id} accountId={id} />;
    case 'reviews':
      return <ReviewsPage />;
    case 'codes':
      return id === null ? <CodesPage /> : <BatchPage key={id} id={id} />;
    case 'catalogue':
      return <CataloguePage />;
    case 'work':
      return <WorkPage />;
    case 'hooks':
      return id === null ? <HooksPage /> : <HookPage key={id} id={id} />;
    case 'keys':
      return <KeysPage />;
    case 'audit':
      return <AuditPage />;
    case 'password':
      return <PasswordPage />;
    default:
      return name satisfies never;
  }
};

/** Page of the current address, if the roles of the operator allow it. */
export const Pages = () => {
  const { roles } = useOperator();
  const place = routeFor(usePath(), roles);
  const call = requiredCalls[place.page];
  if (!useMayCall(call)) return <RoleMissing call={call} />;
  return (
    // One boundary per page. Otherwise the previous page would stay behind the loading one, with its new codes.
    <Section key={place.page}>
      <Suspense fallback={<LoadingCard name={t`The operator site`} />}>{page(place.page, place.id)}</Suspense>
    </Section>
  );
};
