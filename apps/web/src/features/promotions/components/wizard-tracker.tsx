import { t } from '@lingui/core/macro';
import { Steps } from '../../../ui/steps.tsx';
import { type Stage, stagesOf } from '../model/wizard.ts';

const stageLabels: Record<Stage, string> = {
  promotion: t`Promotion`,
  setup: t`Setup`,
  review: t`Review`,
  confirmation: t`Confirmation`,
};

interface WizardTrackerProps {
  hadSetup: boolean;
  at: Stage;
  /** Path of the promotion step; undefined after the promotion was taken. */
  startPath: string;
}

/**
 * Progress: Promotion, optional Setup, Review, Confirmation (PR-01). Has no link back to Setup, because its results are
 * already saved.
 */
export const WizardTracker = ({ hadSetup, at, startPath }: WizardTrackerProps) => {
  const stages = stagesOf(hadSetup);
  return (
    <Steps
      current={stages.indexOf(at) + 1}
      steps={stages.map((stage) => ({
        key: stage,
        label: stageLabels[stage],
        ...(stage === 'promotion' && at !== 'confirmation' && { to: startPath }),
      }))}
    />
  );
};
