import type { ShownFamily } from '@foyer/contract/api/portal-config';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { paths } from '../../../lib/paths.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Steps } from '../../../ui/steps.tsx';

/** Focuses the title after a change of step, so that a screen reader starts at the top of it. */
const useFocusOnStep = (step: number) => {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    title.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [step]);
  return title;
};

interface PlanPageHeadProps {
  family: ShownFamily;
  /** Whether the second step is shown, with a link back to the first. */
  isReview: boolean;
  choosePath: string;
  reviewPath: string;
  /** Links the first step to Home. */
  linksHome: boolean;
  /** The link to this page came from a product whose subscription has expired. */
  isExpired: boolean;
  /** Hides the steps, because the subscription does not exist or cannot be changed now. */
  withoutSteps?: boolean;
}

/** Head of the pages where a plan is chosen and reviewed: title, link back and the two steps. */
export const PlanPageHead = ({
  family,
  isReview,
  choosePath,
  reviewPath,
  linksHome,
  isExpired,
  withoutSteps = false,
}: PlanPageHeadProps) => {
  const home = linksHome ? { to: paths.home, label: <Trans>Home</Trans> } : undefined;
  return (
    <>
      <PageHeader
        titleRef={useFocusOnStep(isReview ? 2 : 1)}
        title={<Trans>{family.name} subscription</Trans>}
        crumb={isReview ? { to: choosePath, label: <Trans>Plans</Trans> } : home}
        {...(isExpired && {
          description: (
            <Trans>
              Your subscription has expired. Select a new subscription below to continue using this account.
            </Trans>
          ),
        })}
      />
      {!withoutSteps && (
        <Steps
          current={isReview ? 2 : 1}
          steps={[
            { label: <Trans>Choose a Plan</Trans>, to: choosePath },
            { label: <Trans>Review</Trans>, to: reviewPath },
          ]}
        />
      )}
    </>
  );
};
