import { Trans } from '@lingui/react/macro';
import { DateText } from '../../../ui/date.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Paid plan that an agreement replaces: its paid time is used up first. */
export const PaidUntil = ({ name, on }: { name: string; on: string }) => (
  <Trans>
    {name} is paid until <DateText instant={on} /> and goes on until then. It is not charged again.
  </Trans>
);

interface AgreementNoticeProps {
  name: string;
  /** The plan one has, and until when it is paid; undefined while that is not known, null where nothing waits. */
  existingName: string | undefined;
  scheduledFor: string | null | undefined;
}

/** A plan that is agreed with people: what pressing the button does, and what it does not (IO-01, IO-02). */
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
