import type { CataloguePlan, CataloguePromotion } from '@foyer/contract/api/operator-sale';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Money } from '../ui/money.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { ActionForm } from './action-form.tsx';
import { callOperatorApi } from './call.ts';
import { labelFor, productName } from './format.tsx';
import { CommandButton } from './operator.tsx';
import { PageHead } from './page-head.tsx';
import { QueryBoundary } from './query-boundary.tsx';
import { intervalLabels } from './state-labels.ts';
import { CellDetail, type Column, Table } from './table.tsx';
import { useOperatorQuery } from './use-operator-query.ts';

/** How customers get a plan: they buy it, agree on it with the vendor, or redeem a promotion. */
const SaleBadge = ({ of: { active, byAgreement, promotional } }: { of: CataloguePlan }) => {
  if (!active)
    return (
      <Badge>
        <Trans>Off sale</Trans>
      </Badge>
    );
  if (byAgreement)
    return (
      <Badge tone="info">
        <Trans>By agreement</Trans>
      </Badge>
    );
  if (promotional)
    return (
      <Badge tone="info">
        <Trans>Promotion</Trans>
      </Badge>
    );
  return (
    <Badge tone="ok">
      <Trans>On sale</Trans>
    </Badge>
  );
};

const plans: readonly Column<CataloguePlan>[] = [
  {
    head: t`Plan`,
    cell: ({ name, id }) => (
      <>
        <b>{name}</b>
        <CellDetail>{id}</CellDetail>
      </>
    ),
  },
  { head: t`Product`, cell: ({ product }) => productName(product) },
  {
    head: t`State`,
    cell: (plan) => (
      <>
        <SaleBadge of={plan} />{' '}
        {plan.hidden && (
          <Badge>
            <Trans>Hidden</Trans>
          </Badge>
        )}{' '}
        {plan.legacy && (
          <Badge tone="warn">
            <Trans>Legacy</Trans>
          </Badge>
        )}
      </>
    ),
  },
  {
    head: t`Prices`,
    figures: true,
    cell: ({ prices, byAgreement }) => {
      if (byAgreement) return <Trans>By agreement</Trans>;
      if (prices.length === 0) return <Trans>None</Trans>;
      return prices.map(({ id, interval, amountCents, active }) => (
        <div key={id}>
          <Money cents={amountCents} /> {labelFor(intervalLabels, interval)}{' '}
          {!active && <Trans>(no longer offered)</Trans>}
        </div>
      ));
    },
  },
];

const promotionColumns = (plans: readonly CataloguePlan[]): readonly Column<CataloguePromotion>[] => [
  {
    head: t`Promotion`,
    cell: ({ name, aliases }) => (
      <>
        <b>{name}</b>
        <CellDetail>{aliases.join(', ')}</CellDetail>
      </>
    ),
  },
  {
    head: t`State`,
    cell: ({ active }) => (active ? <Trans>Runs</Trans> : <Trans>Over</Trans>),
  },
  {
    head: t`Gives`,
    cell: ({ grants }) =>
      grants.map(({ product, planId, months }) => (
        <div key={planId}>
          {productName(product)} {plans.find(({ id }) => id === planId)?.name ?? planId}{' '}
          {months === null ? null : <Trans>for {months} months</Trans>}
        </div>
      )),
  },
  {
    head: t`Asks for a card`,
    cell: ({ collectPayment }) => (collectPayment ? <Trans>Yes</Trans> : <Trans>No</Trans>),
  },
  { head: t`Taken`, figures: true, cell: ({ redeemed }) => redeemed },
];

/** Page of the plans, prices and promotions on sale (OP-03). Prices are changed in the files of `catalog/`. */
export const CataloguePage = () => {
  const [reloading, setReloading] = useState(false);
  const query = useOperatorQuery('GET /api/operator/catalogue', undefined);
  return (
    <>
      <PageHead
        tab={t`Catalog`}
        title={<Trans>Catalog</Trans>}
        about={<Trans>Plans, prices and promotions come from files. Reload to put changes on sale.</Trans>}
        actions={
          <CommandButton call="POST /api/operator/catalogue/reload" onClick={() => setReloading(true)}>
            <Trans>Reload files</Trans>
          </CommandButton>
        }
      />
      {reloading && (
        <ActionForm
          title={<Trans>Reload the catalog</Trans>}
          consequence={<Trans>New prices apply to new orders. Customers with an old price keep it.</Trans>}
          verb={<Trans>Reload</Trans>}
          busyVerb={<Trans>Reloading…</Trans>}
          act={async (reason, idempotencyKey) => {
            const loaded = await callOperatorApi(
              'POST /api/operator/catalogue/reload',
              { body: { reason } },
              { idempotencyKey },
            );
            const gone = Object.values(loaded.offSale).flat().join(', ');
            const places = loaded.untaxed.join(', ');
            const sale = gone
              ? t`No longer sold: ${gone}. Customers who have it keep it.`
              : t`On sale now: ${loaded.plans} plans, ${loaded.prices} prices.`;
            return places ? `${sale} ${t`No tax rate any more: ${places}.`}` : sale;
          }}
          onClose={() => setReloading(false)}
        />
      )}
      <QueryBoundary query={query} name={t`The catalog`}>
        {(catalogue) => (
          <>
            <section>
              <SectionHead>
                <Trans>Plans</Trans>
              </SectionHead>
              <Table
                label={t`Plans`}
                columns={plans}
                rows={catalogue.plans}
                rowKey={({ id }) => id}
                empty={<Trans>Nothing is sold.</Trans>}
              />
            </section>
            <section>
              <SectionHead>
                <Trans>Promotions</Trans>
              </SectionHead>
              <Table
                label={t`Promotions`}
                columns={promotionColumns(catalogue.plans)}
                rows={catalogue.promotions}
                rowKey={({ name }) => name}
                empty={<Trans>There is no promotion.</Trans>}
              />
            </section>
          </>
        )}
      </QueryBoundary>
    </>
  );
};
