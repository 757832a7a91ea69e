import { Trans } from '@lingui/react/macro';
import { Notice } from '../../../ui/notice.tsx';
import { VerifyForRequest } from '../components/requested-badge.tsx';

/** Current plan, which a request leaves as it is. */
export const PlanContinues = ({ name }: { name: string }) => <Trans>{name} doesn't change until we have agreed.</Trans>;

interface AgreementNoticeProps {
  name: string;
  /** Current plan; undefined without one. */
  existingName: string | undefined;
  /** The current plan is paid, so that unused days become credit. */
  isPaid: boolean;
  emailVerified: boolean;
}

/** Notice about a plan that needs an agreement with sales: the effects of the request (IO-01, IO-02). */
export const AgreementNotice = ({ name, existingName, isPaid, emailVerified }: AgreementNoticeProps) => (
  <Notice tone="info" title={<Trans>{name} is billed by agreement</Trans>} titleAs="p">
    <p>
      <Trans>
        Send a request and we'll contact you to set it up. Nothing begins or is charged before we have agreed.
      </Trans>
      {existingName && (
        <>
          {' '}
          <PlanContinues name={existingName} />
        </>
      )}
      {existingName && isPaid && (
        <>
          {' '}
          <Trans>Its unused paid days then become account credit.</Trans>
        </>
      )}
    </p>
    {!emailVerified && (
      <p>
        <VerifyForRequest />
      </p>
    )}
  </Notice>
);
