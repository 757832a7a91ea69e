import { Plural, Trans } from '@lingui/react/macro';
import { KeyRound, Users } from 'lucide';
import { Icon } from '../../../ui/icon.tsx';
import type { PlanCard } from '../model/plan-card.ts';
import styles from './plan-card.module.css';

/** Number of keys: `5 Device Access Keys`. */
export const AccessKeys = ({ count }: { count: number }) => (
  <Plural value={count} one="# Device Access Key" other="# Device Access Keys" />
);

/** Limits of a plan: storage, sharing and keys (DR-03). */
export const PlanFacts = ({ card: { storage, sharing, accessKeys } }: { card: PlanCard }) => (
  <>
    {storage && (
      <p className={styles.size}>
        <Trans>
          {storage} <small>of storage</small>
        </Trans>
      </p>
    )}
    <ul className={styles.facts}>
      {sharing && (
        <li>
          <Icon of={Users} size={16} />
          {sharing}
        </li>
      )}
      {accessKeys !== null && (
        <li>
          <Icon of={KeyRound} size={16} />
          <span>
            <AccessKeys count={accessKeys} />
          </span>
        </li>
      )}
    </ul>
  </>
);
