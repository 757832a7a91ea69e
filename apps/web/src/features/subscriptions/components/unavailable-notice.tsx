import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import type { UnavailableReason } from '../model/unavailable-choice.ts';

/** Titles and texts, which refused orders share. */
export const unavailableTexts: Readonly<Record<UnavailableReason, { title: ReactNode; body: ReactNode }>> = {
  held: {
    title: <Trans>You have this plan</Trans>,
    body: <Trans>It's shown above. You won't be charged again today.</Trans>,
  },
  waits: {
    title: <Trans>You have ordered this change</Trans>,
    body: <Trans>It's shown above with its date. Until then you keep what you have.</Trans>,
  },
  trial: {
    title: <Trans>No trial of this plan is on offer</Trans>,
    body: <Trans>A product can be tried once. Choose a yearly or monthly plan instead.</Trans>,
  },
  changed: {
    title: <Trans>Your subscription changed meanwhile</Trans>,
    body: <Trans>This page is now up to date. Check the amounts again before you confirm.</Trans>,
  },
  unknown: {
    title: <Trans>The plan of this link is not on offer here</Trans>,
    body: <Trans>Nothing was ordered. These are the plans there are.</Trans>,
  },
};

/** Notice in place of the choice: why the plan in the URL is not preselected. It is not an error. */
export const UnavailableNotice = ({ reason }: { reason: UnavailableReason }) => {
  const { title, body } = unavailableTexts[reason];
  return (
    <Notice tone={reason === 'changed' ? 'warn' : 'info'} title={title} titleAs="p">
      <p>{body}</p>
    </Notice>
  );
};
