import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { CallError } from '../../../lib/call-error.ts';
import { Notice } from '../../../ui/notice.tsx';

const Title = ({ error }: { error: CallError }) => {
  if (error.type === 'OFFLINE') return <Trans>No connection.</Trans>;
  if (error.type === 'CARD_COUNTRY_UNSUPPORTED') return <Trans>Card payments outside the US can't be processed.</Trans>;
  if (error.type === 'StripeCardError') return error.message;
  return <Trans>Your card wasn't saved.</Trans>;
};

/** The provider's own words, then what to do; what was typed stays (PM-01). */
export const SaveCardError = ({ error }: { error: CallError }) => {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second refusal is news too
  useEffect(() => ref.current?.focus(), [error]);
  return (
    <Notice ref={ref} alert tone="bad" titleAs="p" title={<Title error={error} />}>
      <p>
        <Trans>Please try again or contact support.</Trans>
      </p>
    </Notice>
  );
};
