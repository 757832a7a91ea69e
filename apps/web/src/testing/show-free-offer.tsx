import type { Interval } from '@foyer/contract/vocabulary/plans';
import { render } from '@testing-library/react';
import { OfferRow } from '../features/subscriptions/components/offer-row.tsx';

/** Renders a free offer of drive, billed at the interval. */
export const showFreeOffer = (interval: Interval) => {
  const offer = {
    rhythm: 'free' as const,
    interval,
    intervalId: `pln_drive_free_${interval}`,
    amountCents: 0,
    couponCents: null,
    dueCents: 0,
    savePercent: null,
    current: false,
  };
  render(<OfferRow offer={offer} checked={false} onChoose={() => {}} locked={false} from={undefined} ending={null} />);
};
