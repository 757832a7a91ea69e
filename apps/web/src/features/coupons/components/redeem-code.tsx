import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { readOwned, writeOwned, writeStored } from '../../../lib/browser-store.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { leftKeys } from '../../../lib/left-commands.ts';
import { pageLanguage } from '../../../lib/page-language.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { readRecord } from '../../../lib/session/record.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { reviewQuery } from '../../../shared/screening/review.ts';
import { cx } from '../../../ui/cx.ts';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { parseCodes } from '../model/typed-codes.ts';
import { CodeForm } from './code-form.tsx';
import styles from './codes.module.css';
import { type LossesSlot, OneCode, type Redeemed } from './one-code.tsx';
import { type InstallAddress, RedeemedView } from './redeemed-view.tsx';
import { SeveralCodes } from './several-codes.tsx';

const STORED_CODES_KEY = 'foyer.codes';

/**
 * Stores the typed codes in this tab while the customer is at the address form (CD-03). Never in the address, because a
 * history, bookmark or shared screen would show valid codes.
 */
const storeCodes = (codes: readonly string[]): void => {
  writeOwned(STORED_CODES_KEY, readRecord()?.userId, { text: codes.join('\n') }, 'session');
};

/** Returns the stored codes and removes them. Another customer who signs in to this tab gets an empty string. */
const takeStoredCodes = (): string => {
  const stored = readOwned<{ text: string }>(STORED_CODES_KEY, readRecord()?.userId, 'session');
  writeStored(STORED_CODES_KEY, '', 'session');
  return stored?.text ?? '';
};

/** Notice with the codes and promotions that wait for the export review (EX-01). */
const HeldCodes = () => {
  const isPending = useQuery(meQuery).data?.user.exportPending === true;
  const held = useQuery({ ...reviewQuery, enabled: isPending }).data?.held ?? [];
  if (!isPending || held.length === 0) return null;
  const names = new Intl.ListFormat(pageLanguage()).format(held.map(({ name }) => name));
  return (
    <Notice tone="warn" title={<Trans>Account Pending</Trans>}>
      <p>
        <Trans>We'll keep {names} for you and add it to your account when the review is done.</Trans>
      </p>
    </Notice>
  );
};

// on demand, because an answer is rarely lost
const LeftCodes = lazyNamed(async () => (await import('../../../shared/orders/left-codes.tsx')).LeftCodes);

/** Outcome of codes that were sent before the form or page was opened, if there are any. */
const CodesLeftBefore = () => {
  const [isAny] = useState(() => leftKeys('code').length > 0);
  return (
    isAny && (
      <Suspense>
        <LeftCodes isReviewListed />
      </Suspense>
    )
  );
};

interface RedeemCodeProps {
  installAddress: InstallAddress;
  losses: LossesSlot;
  onCancel: () => void;
  /** Opens the address form, which returns to this page (CD-03). */
  onMissingAddress: () => void;
}

/** Content of `/codes/redeem` (CD-01…CD-05): enter codes, see their effects, redeem. */
export const RedeemCode = ({ installAddress, losses, onCancel, onMissingAddress }: RedeemCodeProps) => {
  // A customer who left for the address form finds the codes filled in and checked.
  const [codes, setCodes] = useState<readonly string[]>(() => parseCodes(takeStoredCodes()));
  const [typed, setTyped] = useState('');
  const [redeemed, setRedeemed] = useState<Redeemed | null>(null);
  const [only] = codes;
  const entered = codes.join('\n');
  const title = useRef<HTMLHeadingElement>(null);
  const isRedeemed = redeemed !== null;
  const heading = isRedeemed ? t`Prepaid Code Redeemed` : t`Redeem a prepaid code`;
  usePageTitle(heading);
  useEffect(() => {
    if (isRedeemed) title.current?.focus();
  }, [isRedeemed]);

  const startOver = (text = '') => {
    setRedeemed(null);
    setCodes([]);
    setTyped(text);
  };
  const missingAddress = () => {
    storeCodes(codes);
    onMissingAddress();
  };

  return (
    <>
      <PageHeader title={heading} titleRef={title} crumb={{ to: paths.home, label: <Trans>Home</Trans> }} />
      <div className={cx(styles.column, codes.length > 1 && styles.wide)}>
        {!redeemed && <CodesLeftBefore key={`before ${entered}`} />}
        {redeemed ? (
          <RedeemedView redeemed={redeemed} installAddress={installAddress} onAnother={() => startOver()} />
        ) : only === undefined ? (
          <>
            <HeldCodes />
            <CodeForm start={typed} onCodes={setCodes} />
          </>
        ) : codes.length > 1 ? (
          <SeveralCodes
            codes={codes}
            losses={losses}
            onAnother={() => startOver(codes.join('\n'))}
            onOne={(code) => setCodes([code])}
            onMissingAddress={missingAddress}
          />
        ) : (
          <OneCode
            key={only}
            code={only}
            losses={losses}
            onAnother={() => startOver(only)}
            onCodes={setCodes}
            onCancel={onCancel}
            onMissingAddress={missingAddress}
            onDone={setRedeemed}
          />
        )}
      </div>
    </>
  );
};
