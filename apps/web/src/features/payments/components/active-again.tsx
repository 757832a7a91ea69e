import { Trans } from '@lingui/react/macro';
import { pageLanguage } from '../../../lib/page-language.ts';

/** Text after a payment: the plans that it restarts, and that the receipt was emailed. */
export const ActiveAgain = ({ plans }: { plans: readonly string[] }) => {
  const list = new Intl.ListFormat(pageLanguage()).format(plans);
  return (
    <>
      {plans.length === 1 && (
        <>
          <Trans>{list} is active again.</Trans>{' '}
        </>
      )}
      {plans.length > 1 && (
        <>
          <Trans>{list} are active again.</Trans>{' '}
        </>
      )}
      <Trans>We emailed you the receipt.</Trans>
    </>
  );
};
