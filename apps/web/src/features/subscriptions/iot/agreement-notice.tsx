import { Trans } from '@lingui/react/macro';
import { DateText } from '../../../ui/date.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Paid plan that an agreement replaces after its paid time. */
export const PaidUntil = ({ name, on }: { name: string; on: string }) => (
  <Trans>
    {name} is paid until <DateText instant={on} /> and goes on until then. It is not charged again.
  </Trans>
);

interface AgreementNoticeProps {
  name: string;
  /** Current plan and the end of its paid time. Undefined while that loads, null if nothing waits. */
  existingName: string | undefined;
  scheduledFor: string | null | undefined;
}

/** Notice about a plan that needs an agreement with sales: the effects of the request (IO-01, IO-02). */
export const AgreementNotice = ({ name, existingName, scheduledFor }: AgreementNoticeProps) => (
  <Notice tone="info" title={<Trans>{name} is billed by agreement</Trans>} titleAs="p">
    <p>
      <Trans>Send a request and we'll contact you to set it up. Nothing is charged today.</Trans>
      {existingName && scheduledFor && (
        <>
          {' '}
          <PaidUntil name={existingName} on={scheduledFor} />
        </>
      )}
    </p>
  </Notice>
);
