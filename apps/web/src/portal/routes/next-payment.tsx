import { Trans } from '@lingui/react/macro';
import { NextPayment } from '../../features/billing/components/next-payment.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import '../payment-texts.ts';

/** `/payments/next` (PY-03); the slim bar above is the shell's (SH-13). */
export const Page = () => (
  <>
    <PageHeader title={<Trans>Next payment</Trans>} />
    <NextPayment />
  </>
);
