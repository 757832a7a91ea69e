import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { config } from '../../../lib/config.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { cardLabel } from '../../../ui/card-brand.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import split from '../../../ui/split.module.css';
import { cardEntryGate } from '../model/card-entry-gate.ts';
import { openReceipts, processingCents } from '../model/open-receipts.ts';
import { receiptsQuery } from '../queries/receipts.ts';
import { CardEntryNotice } from './card-entry-notice.tsx';
import { PaymentMethodForm } from './payment-method-form.tsx';
import { usePayer } from './use-payer.ts';
import { WhatHappens } from './what-happens.tsx';

interface PaymentMethodProps {
  /** A path of this portal, already checked (PM-01). */
  returnPath: string;
  /** A step on the way of somebody new (PM-05). */
  onboarding: boolean;
  onSaved: () => void;
  onMissingAddress: () => void;
  /** Under the title: where one stands in a wizard this is a step of. */
  tracker?: ReactNode;
}

/** The card of the account: a first one, or another in the place of the one there is (PM-01…PM-04). */
export const PaymentMethod = ({ returnPath, onboarding, onSaved, onMissingAddress, tracker }: PaymentMethodProps) => {
  const { data, failed, retry, retrying } = usePayer();
  const receipts = useInfiniteQuery(receiptsQuery).data?.pages.flatMap((page) => page.receipts) ?? [];
  const card = data?.account.paymentMethod;
  const open = openReceipts(receipts);
  const gate = data && cardEntryGate({ ...data, ...data.account, brand: config.brand.key });
  return (
    <>
      <PageHeader
        title={card ? <Trans>Change card</Trans> : <Trans>Add card</Trans>}
        {...(card && {
          description: <Trans>The new card replaces {cardLabel(card)} for every subscription.</Trans>,
        })}
      />
      {tracker}
      {failed ? (
        <Retry
          title={<Trans>We're having trouble retrieving your payment method.</Trans>}
          onRetry={retry}
          busy={retrying}
        >
          <Trans>Nothing changed; only this part didn't load.</Trans>
        </Retry>
      ) : !data ? (
        <div className={split.split} role="status">
          <span className="sr">
            <Trans>Loading…</Trans>
          </span>
          <Card>
            <Skeleton height={394} radius={12} />
          </Card>
          <Card>
            <Skeleton height={220} radius={12} />
          </Card>
        </div>
      ) : gate ? (
        <CardEntryNotice
          gate={gate}
          here={paths.paymentMethod({ returnPath, r: onboarding ? 'newuser' : undefined })}
          {...(onboarding && { onwards: returnPath })}
        />
      ) : (
        <div className={split.split}>
          <PaymentMethodForm
            address={data.address}
            openCents={data.account.openAmountCents}
            returnPath={returnPath}
            step={onboarding ? { current: card?.expired === false ? card : null } : null}
            onSaved={onSaved}
            onMissingAddress={onMissingAddress}
          />
          <WhatHappens
            account={data.account}
            openCents={data.account.openAmountCents}
            openFor={open.length === 1 ? (open[0]?.description ?? null) : null}
            processingCents={processingCents(receipts)}
          />
        </div>
      )}
    </>
  );
};
