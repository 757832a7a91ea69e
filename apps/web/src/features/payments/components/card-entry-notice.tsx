import { Trans } from '@lingui/react/macro';
import { config } from '../../../lib/config.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { cardsAbroad } from '../../../ui/sales-link.tsx';
import type { CardEntryGate } from '../model/card-entry-gate.ts';

const SalesContact = () => {
  const { salesEmail } = config.contacts;
  return salesEmail ? (
    <Trans>
      Write to{' '}
      <a className="link" href={`mailto:${salesEmail}`}>
        {salesEmail}
      </a>{' '}
      to pay another way.
    </Trans>
  ) : null;
};

interface CardEntryNoticeProps {
  gate: Extract<CardEntryGate, 'country' | 'not-allowed'>;
  /** Next step of the onboarding of a customer who cannot pay by card (PM-05). */
  onwards?: string;
}

const ContinueButton = ({ to }: { to: string }) => (
  <LinkButton size="sm" variant="primary" to={to}>
    <Trans>Continue</Trans>
  </LinkButton>
);

/** Shown instead of the card form: the reason why no card can be added, and the next step (PM-03). */
export const CardEntryNotice = ({ gate, onwards }: CardEntryNoticeProps) => {
  switch (gate) {
    case 'country':
      return (
        <Notice tone="warn" title={cardsAbroad} actions={onwards && <ContinueButton to={onwards} />}>
          <p>
            <SalesContact />
          </p>
        </Notice>
      );
    case 'not-allowed':
      return (
        <Notice
          tone="info"
          title={<Trans>Your account doesn't pay by card</Trans>}
          actions={onwards && <ContinueButton to={onwards} />}
        >
          <p>
            <SalesContact />
          </p>
        </Notice>
      );
  }
};
