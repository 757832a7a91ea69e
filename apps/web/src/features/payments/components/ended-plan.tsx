import type { OpenPayment } from '@foyer/contract/api/account';
import { Trans } from '@lingui/react/macro';
import { Fragment } from 'react';
import { paths } from '../../../lib/paths.ts';
import { DateText } from '../../../ui/date.tsx';
import { Link } from '../../../ui/link.tsx';

type PlanEnd = NonNullable<OpenPayment['endedPlan']>;

/** Link to the plans of the product. */
const SeePlans = ({ product }: Pick<PlanEnd, 'product'>) => (
  <Link className="link" href={paths.subscription(product)}>
    <Trans>See plans</Trans>
  </Link>
);

/**
 * Text about a debt of a plan that has ended: paying it restores nothing (S17, F1). The link leads to a new plan of the
 * product.
 */
export const EndedPlan = ({ name, product, endedOn }: PlanEnd) => (
  <>
    <Trans>
      {name} ended on <DateText instant={endedOn} />. Paying settles the invoice and doesn't bring the plan back.
    </Trans>{' '}
    <SeePlans product={product} />
  </>
);

/** Text after paying debts of plans that have ended, with the way to a new plan. */
export const StayEnded = ({ plans }: { plans: readonly PlanEnd[] }) =>
  plans.map(({ name, product, endedOn }) => (
    <Fragment key={`${name} ${endedOn}`}>
      {' '}
      <Trans>
        {name} ended on <DateText instant={endedOn} /> and stays ended.
      </Trans>{' '}
      <SeePlans product={product} />
    </Fragment>
  ));
