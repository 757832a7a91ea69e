import type { Promotion } from '@foyer/contract/api/promotions';
import { Plural, Trans } from '@lingui/react/macro';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { ProductMark } from '../../../shared/catalogue/product-mark.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import styles from './promotions.module.css';

interface GrantRowProps {
  grant: Promotion['grants'][number];
  renewsOn: string | null;
  /** The plan is charged when the free time ends. */
  continues: boolean;
}

/** Plan of the promotion: the length of its free time, and the charge after it. */
export const GrantRow = ({ grant, renewsOn, continues }: GrantRowProps) => {
  return (
    <li>
      <ProductMark product={grant.product} size="lg" />
      <div className={styles.name}>
        <b>
          {familyOf(grant.product).name} {grant.planName}
        </b>
        {(grant.storageDisplay !== null || grant.description) && (
          <span className="small">
            {grant.storageDisplay !== null ? <Trans>{grant.storageDisplay} of storage</Trans> : grant.description}
            {grant.accessKeyLimit !== null && (
              <>
                {' · '}
                <Plural value={grant.accessKeyLimit} one="# Device Access Key" other="# Device Access Keys" />
              </>
            )}
          </span>
        )}
      </div>
      <div className={styles.terms}>
        <b>
          {renewsOn ? (
            <Trans>
              Free until <DateText instant={renewsOn} />
            </Trans>
          ) : (
            <Trans>Free forever</Trans>
          )}
        </b>
        {renewsOn && (
          <span className="small">
            {continues && grant.amountAfter !== null ? (
              <Trans>
                then <Money cents={grant.amountAfter} whole />
                /yr
              </Trans>
            ) : (
              <Trans>then it ends</Trans>
            )}
          </span>
        )}
      </div>
    </li>
  );
};
