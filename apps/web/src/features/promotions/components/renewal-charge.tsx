import type { AccountView } from '@foyer/contract/api/account';
import type { Promotion } from '@foyer/contract/api/promotions';
import { Trans } from '@lingui/react/macro';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { TaxLabel } from '../../../shared/catalogue/tax-label.tsx';
import { cardLabel } from '../../../shared/payments/card-brand.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { SummaryLine, SummaryLines } from '../../../ui/summary.tsx';
import styles from './promotions.module.css';

interface RenewalChargeProps {
  promotion: Promotion;
  renewsOn: string;
  card: AccountView['paymentMethod'];
}

/** Cost of the renewal: tax, credit and the charge to the card, as far as they are known (PR-04). */
export const RenewalCharge = ({ promotion: { grants, chargeThen }, renewsOn, card }: RenewalChargeProps) => {
  return (
    <li>
      <div className={styles.then}>
        <b>
          <Trans>
            Renews on <DateText instant={renewsOn} />
          </Trans>
        </b>
        <SummaryLines>
          {grants.map(
            ({ planId, product, planName, amountAfter }) =>
              amountAfter !== null && (
                <SummaryLine
                  key={planId}
                  label={
                    <Trans>
                      {familyOf(product).name} {planName}, yearly
                    </Trans>
                  }
                >
                  <Money cents={amountAfter} />
                </SummaryLine>
              ),
          )}
          {chargeThen && (
            <>
              {chargeThen.taxCents > 0 && (
                <SummaryLine label={<TaxLabel place={chargeThen.taxPlace} percent={chargeThen.taxRatePercentage} />}>
                  <Money cents={chargeThen.taxCents} />
                </SummaryLine>
              )}
              {chargeThen.creditCents > 0 && (
                <SummaryLine label={<Trans>Account credit</Trans>} minus>
                  <Money cents={-chargeThen.creditCents} />
                </SummaryLine>
              )}
              <SummaryLine label={<Trans>Charged then</Trans>} rule>
                <b>
                  <Money cents={chargeThen.amountDueCents} />
                </b>
              </SummaryLine>
            </>
          )}
        </SummaryLines>
        <p>
          {chargeThen === null && <Trans>Tax comes on top.</Trans>}
          {chargeThen && chargeThen.amountDueCents > 0 && card && <Trans>Billed to {cardLabel(card)}.</Trans>}{' '}
          <Trans>We'll email you 7 days before.</Trans>
        </p>
      </div>
    </li>
  );
};
