import { Trans } from '@lingui/react/macro';
import { config } from '../../../lib/config.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { PlanCard } from '../model/plan-card.ts';
import styles from './contact-card.module.css';
import { AccessKeys } from './plan-facts.tsx';

/** Card of a plan that only sales can sell (DR-03). */
export const ContactCard = ({ card: { name, storage, sharing, accessKeys } }: { card: PlanCard }) => {
  const { salesEmail } = config.contacts;
  return (
    <Card as="article" className={styles.card}>
      <div>
        <h3>{name}</h3>
        <p>
          {storage && (
            <>
              <Trans>{storage} of storage</Trans>
              {' · '}
            </>
          )}
          {sharing && <>{sharing} · </>}
          {accessKeys === null ? (
            <Trans>as many Device Access Keys as you need</Trans>
          ) : (
            <AccessKeys count={accessKeys} />
          )}
        </p>
      </div>
      {salesEmail ? (
        <LinkButton href={`mailto:${salesEmail}?subject=${encodeURIComponent(name)}`}>
          <Trans>Contact for pricing</Trans>
        </LinkButton>
      ) : (
        <span>
          <Trans>Contact for pricing</Trans>
        </span>
      )}
    </Card>
  );
};
