import { usePath } from '../lib/hash-location.ts';
import { AuditPage } from './audit-page.tsx';
import { CataloguePage } from './catalogue-page.tsx';
import { BatchPage } from './codes/batch-page.tsx';
import { CodesPage } from './codes/codes-page.tsx';
import { CustomerPage } from './customer/customer-page.tsx';
import { useMay, useOperator } from './operator.tsx';
import { PasswordPage } from './password-page.tsx';
import { callOf, type PageName, placeFor } from './places.ts';
import { ReviewsPage } from './reviews-page.tsx';
import { RoleMissing } from './role-missing.tsx';
import { SearchPage } from './search-page.tsx';
import { WorkPage } from './work-page.tsx';

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
    case 'audit':
      return <AuditPage />;
    case 'password':
      return <PasswordPage />;
    default:
      return name satisfies never;
  }
};

/** The page that the address names, for who may see it. */
export const Pages = () => {
  const { roles } = useOperator();
  const place = placeFor(usePath(), roles);
  const call = callOf[place.page];
  return useMay(call) ? page(place.page, place.id) : <RoleMissing call={call} />;
};
