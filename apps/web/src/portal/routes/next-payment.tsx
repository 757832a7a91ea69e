import { Trans } from '@lingui/react/macro';
import { NextPayment } from '../../features/payments/components/next-payment.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** Page `/payments/next` (PY-03). The route adds the slim bar above it (SH-13). */
export const Page = () => (
  <>
    <PageHeader title={<Trans>Next payment</Trans>} />
    <NextPayment />
  </>
);
