import { Trans } from '@lingui/react/macro';
import { Answer, Answers } from '../../../ui/answers.tsx';

/** Explanations of maintenance and of its end, closed at first (MA-01). */
export const MaintenanceAnswers = () => (
  <Answers>
    <Answer question={<Trans>What is maintenance?</Trans>}>
      <p>
        <Trans>
          The time in which new versions belong to your license. You can install every version released while it runs,
          and use it for good.
        </Trans>
      </p>
    </Answer>
    <Answer question={<Trans>What happens when maintenance ends?</Trans>}>
      <p>
        <Trans>
          Nothing stops working. You keep every version released until then, and newer ones need an extension.
        </Trans>
      </p>
    </Answer>
  </Answers>
);
