import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide';
import { config } from '../../../lib/config.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { answerMarketing } from '../queries/marketing.ts';
import { NotSaved } from './not-saved.tsx';

/**
 * Question about marketing news, shown until it is answered (HO-02). Yes and No look alike. The answer is stored with
 * exactly this text (CO-01).
 */
export const MarketingNotice = () => {
  const toast = useToast();
  const queries = useQueryClient();
  const { vendor } = config.brand;
  const title = t`Would you like news about ${vendor} products?`;
  const line = t`Product updates and offers, at most twice a month. Change your answer any time.`;
  const { state, run } = useAction(async (given: 'yes' | 'no') => {
    await answerMarketing(queries, `${title} ${line}`, given);
    document.getElementById('main')?.focus({ preventScroll: true }); // focus, because the clicked button is gone
    toast(t`Saved`);
  });
  const choice = (given: 'yes' | 'no') => ({
    size: 'sm' as const,
    busy: state.kind === 'running',
    busyLabel: <Trans>Saving…</Trans>,
    onClick: () => void run(given),
  });
  return (
    <Notice
      tone="plain"
      icon={Mail}
      title={title}
      actions={
        <>
          <Button {...choice('no')}>
            <Trans>No, thanks</Trans>
          </Button>
          <Button {...choice('yes')}>
            <Trans>Yes, send news</Trans>
          </Button>
        </>
      }
    >
      <p>{line}</p>
      {state.kind === 'failed' && (
        <p role="alert">
          <NotSaved error={state.error} />
        </p>
      )}
    </Notice>
  );
};
