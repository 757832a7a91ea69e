import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { dueCents, openReceipts, processingCents } from '../model/open-receipts.ts';
import type { Tried } from './use-save-card.ts';

const Title = ({ tried }: { tried: Tried }) => {
  if (tried === null) return <Trans>Your card is saved</Trans>;
  const openCents = dueCents(openReceipts(tried));
  const paidCents = dueCents(tried.filter(({ isPaid }) => isPaid));
  if (openCents === 0)
    return paidCents > 0 ? (
      <Trans>
        Your card is saved and you paid <Money cents={paidCents} />
      </Trans>
    ) : (
      <Trans>Your card is saved</Trans>
    );
  return paidCents > 0 ? (
    <Trans>
      Your card is saved and you paid <Money cents={paidCents} />, but <Money cents={openCents} /> is still open
    </Trans>
  ) : (
    <Trans>
      Your card is saved, but <Money cents={openCents} /> is still open
    </Trans>
  );
};

const Body = ({ tried }: { tried: Tried }) => {
  if (tried === null) return <Trans>Payments shows what became of your open payments.</Trans>;
  const refused = openReceipts(tried)[0];
  if (refused) return refused.failureMessage;
  const underWayCents = processingCents(tried);
  return underWayCents > 0 ? (
    <Trans>
      <Money cents={underWayCents} /> is still processing. We email you the result.
    </Trans>
  ) : (
    <Trans>We emailed you the receipt. What was paused starts again at once.</Trans>
  );
};

/**
 * What a new card paid, or did not, of what was open (PM-09). A result about money stands on the page until it is left
 * (language.md §7). Takes the focus.
 */
export const CardSaved = ({ tried, onContinue }: { tried: Tried; onContinue: () => void }) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const settled = tried?.every(({ isPaid }) => isPaid) ?? false;
  return (
    <Notice
      ref={ref}
      alert
      tone={settled ? 'ok' : 'warn'}
      titleAs="p"
      title={<Title tried={tried} />}
      actions={
        <>
          {!settled && (
            <LinkButton size="sm" to={paths.payments()}>
              <Trans>See payments</Trans>
            </LinkButton>
          )}
          <Button size="sm" variant="primary" onClick={onContinue}>
            <Trans>Continue</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Body tried={tried} />
      </p>
    </Notice>
  );
};
