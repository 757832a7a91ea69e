import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { cx } from '../../../ui/cx.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { storeCodes, takeStoredCodes } from '../model/stored-codes.ts';
import { parseCodes } from '../model/typed-codes.ts';
import { CodeForm } from './code-form.tsx';
import styles from './codes.module.css';
import { HeldCodes } from './held-codes.tsx';
import { type LossesSlot, OneCode, type Redeemed } from './one-code.tsx';
import { type InstallAddress, RedeemedView } from './redeemed-view.tsx';
import { SeveralCodes } from './several-codes.tsx';

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
      <PageHeader title={<Trans>Redeem a prepaid code</Trans>} crumb={{ to: paths.home, label: <Trans>Home</Trans> }} />
      <div className={cx(styles.column, codes.length > 1 && styles.wide)}>
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
