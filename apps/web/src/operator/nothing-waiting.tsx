import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { pageLanguage } from '../lib/page-language.ts';

/** Names of the lists of work inside a sentence. */
const names = {
  failing: t`failed payments`,
  overdue: t`overdue bills`,
  reviews: t`export reviews`,
  requests: t`requests for a plan by agreement`,
  due: t`charges within seven days`,
  waiting: t`answers of the payment provider`,
  disputes: t`payments in dispute`,
  parkedPayments: t`payments that the books lack`,
  unplacedRefunds: t`refunds that match no payment`,
  failedDetachments: t`replaced cards at the payment provider`,
  failedMails: t`emails given up`,
  failedHooks: t`messages to products given up`,
};

export type ListName = keyof typeof names;

/** Names the lists without a row in one line, in place of a box for each. */
export const NothingWaiting = ({ lists }: { lists: readonly ListName[] }) => {
  if (lists.length === 0) return null;
  const all = new Intl.ListFormat(pageLanguage()).format(lists.map((list) => names[list]));
  return (
    <p className="muted">
      <Trans>Nothing waiting: {all}.</Trans>
    </p>
  );
};
