import type { AccountView } from '@foyer/contract/api/account';
import type { Promotion } from '@foyer/contract/api/promotions';
import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardBrand, cardLabel } from '../../../ui/card-brand.tsx';
import { DateText } from '../../../ui/date.tsx';
import { DueDock } from '../../../ui/due-dock.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import rows from '../../../ui/rows.module.css';
import split from '../../../ui/split.module.css';
import { SummaryLine, SummaryLines, SummaryPanel } from '../../../ui/summary.tsx';
import { usePhone } from '../../../ui/use-phone.ts';
import { storageWords } from '../model/storage-words.ts';
import { ChargeThen } from './charge-then.tsx';
import { GrantRow } from './grant-row.tsx';
import { productWord } from './grant-words.ts';
import { PromotionFailure } from './promotion-failure.tsx';
import styles from './promotions.module.css';
import type { useSubscribe } from './use-subscribe.ts';

interface PromotionReviewProps {
  promotion: Promotion;
  card: AccountView['paymentMethod'];
  /** The drive plan that would give way; null without one. */
  drive: Subscription | null;
  /** It goes on as a paid plan when the free time is over. */
  continues: boolean;
  action: ReturnType<typeof useSubscribe>;
  cardPath: string;
  addressPath: string;
  onCancel: () => void;
}

/** PR-04: before it is too late, what gives way, that it is smaller than what one has, and what comes back for it. */
const Replaced = ({ promotion, drive }: Pick<PromotionReviewProps, 'promotion' | 'drive'>) => {
  const { i18n } = useLingui();
  const { downgrade, creditCents } = promotion;
  const back = creditCents ?? 0;
  if (!downgrade && (drive === null || back === 0)) return null;
  const bytes = promotion.grants.find(({ product }) => product === 'drive')?.storageSizeLimit ?? 0;
  const size = storageWords(bytes, i18n.locale);
  const before = drive?.plan.storageDisplay;
  const replaces = drive && <Trans>The promotion replaces Drive {drive.plan.displayName} today.</Trans>;
  return (
    <Notice
      tone={downgrade ? 'warn' : 'info'}
      title={
        !downgrade ? (
          replaces
        ) : before ? (
          <Trans>
            Your storage goes from {before} to {size}
          </Trans>
        ) : (
          <Trans>Your storage goes down to {size}</Trans>
        )
      }
    >
      <p>
        {downgrade && replaces}{' '}
        {back > 0 && (
          <Trans>
            The days you paid for and didn't use come back as <Money cents={back} /> account credit.
          </Trans>
        )}
      </p>
    </Notice>
  );
};

const Terms = ({ promotion: { renewsOn }, continues }: Pick<PromotionReviewProps, 'promotion' | 'continues'>) => {
  if (renewsOn === null) return <Trans>It never ends, and nothing is ever charged.</Trans>;
  return continues ? (
    <Trans>
      Renews on <DateText instant={renewsOn} />. Your card is not charged before that date. You can turn auto-renew off
      at any time.
    </Trans>
  ) : (
    <Trans>
      Does not auto-renew. It ends on <DateText instant={renewsOn} />, and nothing is charged then.
    </Trans>
  );
};

/** What is granted, until when, what comes then, which card, and the one button (PR-04). */
export const PromotionReview = ({
  promotion,
  card,
  drive,
  continues,
  action: { subscribe, busy, failure },
  cardPath,
  addressPath,
  onCancel,
}: PromotionReviewProps) => {
  const { i18n } = useLingui();
  const phone = usePhone();
  const { renewsOn, months } = promotion;
  const over = failure !== null && ['review', 'claimed', 'not-eligible', 'denied'].includes(failure.kind);
  const button = (
    <Button
      variant="primary"
      size={phone ? 'md' : 'lg'}
      full={!phone}
      disabled={over && !busy}
      busy={busy}
      busyLabel={<Trans>Subscribing…</Trans>}
      onClick={() => void subscribe()}
    >
      <Trans>Subscribe</Trans>
    </Button>
  );
  return (
    <>
      <div className={split.split}>
        <div className={split.stack}>
          {failure && (
            <PromotionFailure
              failure={failure}
              actions={
                failure.kind === 'address' ? (
                  <LinkButton size="sm" to={addressPath}>
                    <Trans>Add Address</Trans>
                  </LinkButton>
                ) : (
                  failure.kind === 'card' && (
                    <LinkButton size="sm" to={cardPath}>
                      <Trans>Add card</Trans>
                    </LinkButton>
                  )
                )
              }
            />
          )}
          <Card as="ul" className={styles.grants}>
            {promotion.grants.map((grant) => (
              <GrantRow key={grant.planId} grant={grant} renewsOn={renewsOn} continues={continues} />
            ))}
          </Card>
          <Replaced promotion={promotion} drive={drive} />
          <Card as="ul" className={rows.rows}>
            <li className={rows.row}>
              <div>
                <h2 className={rows.name}>
                  <Trans>Auto-renew</Trans>
                </h2>
                <p className={rows.line}>
                  <Terms promotion={promotion} continues={continues} />
                </p>
              </div>
            </li>
            {continues && card && (
              <li className={rows.row}>
                <div>
                  <h2 className={rows.name}>
                    <Trans>Payment method</Trans>
                  </h2>
                  <p className={rows.line}>
                    <CardBrand brand={card.brand} decorative />{' '}
                    <Trans>{cardLabel(card)} · not charged until the renewal date</Trans>
                  </p>
                </div>
                <LinkButton size="sm" to={cardPath}>
                  <Trans>Change card</Trans>
                </LinkButton>
              </li>
            )}
          </Card>
        </div>
        <SummaryPanel
          title={<Trans>Review</Trans>}
          pay={
            <>
              {!phone && button}
              <Button variant="quiet" full onClick={onCancel} disabled={busy}>
                <Trans>Cancel</Trans>
              </Button>
            </>
          }
          then={continues && renewsOn && <ChargeThen promotion={promotion} renewsOn={renewsOn} />}
        >
          <SummaryLines>
            {promotion.grants.map((grant) => (
              <SummaryLine
                key={grant.planId}
                label={
                  months === null ? (
                    <Trans>
                      {i18n._(productWord[grant.product])} {grant.planName}
                    </Trans>
                  ) : (
                    <Trans>
                      {i18n._(productWord[grant.product])} {grant.planName}, {months} months
                    </Trans>
                  )
                }
              >
                <Trans>Free</Trans>
              </SummaryLine>
            ))}
            <SummaryLine label={<Trans>Due today</Trans>} rule due>
              <Money cents={0} />
            </SummaryLine>
          </SummaryLines>
        </SummaryPanel>
      </div>
      {phone && (
        <DueDock label={<Trans>Due today</Trans>} cents={0}>
          {button}
        </DueDock>
      )}
    </>
  );
};
