import { Trans } from '@lingui/react/macro';
import { Notice } from '../../../ui/notice.tsx';
import type { UnavailableReason } from '../model/unavailable-choice.ts';

/** Notice in place of the choice: why the plan in the URL is not preselected. It is not an error. */
export const UnavailableNotice = ({ reason }: { reason: UnavailableReason }) => {
  switch (reason) {
    case 'held':
      return (
        <Notice tone="info" title={<Trans>You have this plan</Trans>} titleAs="p">
          <p>
            <Trans>It stands above with its next date. Nothing more is charged for it today.</Trans>
          </p>
        </Notice>
      );
    case 'waits':
      return (
        <Notice tone="info" title={<Trans>You have ordered this change</Trans>} titleAs="p">
          <p>
            <Trans>It stands above with its day. Until then you keep what you have.</Trans>
          </p>
        </Notice>
      );
    case 'trial':
      return (
        <Notice tone="info" title={<Trans>No trial of this plan is on offer</Trans>} titleAs="p">
          <p>
            <Trans>A product can be tried once. Choose a yearly or monthly plan instead.</Trans>
          </p>
        </Notice>
      );
    case 'changed':
      return (
        <Notice tone="warn" title={<Trans>Your subscription changed meanwhile</Trans>} titleAs="p">
          <p>
            <Trans>This page shows how it is now. Look at the figures again before you confirm.</Trans>
          </p>
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="info" title={<Trans>The plan of this link is not on offer here</Trans>} titleAs="p">
          <p>
            <Trans>Nothing was ordered. These are the plans there are.</Trans>
          </p>
        </Notice>
      );
  }
};
