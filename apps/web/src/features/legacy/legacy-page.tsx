import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { config } from '../../lib/config.ts';
import { paths } from '../../lib/paths.ts';
import { familyOf } from '../../shared/catalogue/families.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { DateText } from '../../ui/date.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import rows from '../../ui/rows.module.css';
import { SectionHead } from '../../ui/section-head.tsx';
import {
  type LegacyNotice,
  type LegacyTerm,
  legacyDiscounts,
  legacyNoticeAt,
  OFFER_FROM,
  OFFER_LAST_DAY,
} from './legacy-offer.ts';
import styles from './legacy-page.module.css';

const TermText = ({ term }: { term: LegacyTerm }) => {
  switch (term) {
    case '1-year':
      return <Trans>1-year subscription</Trans>;
    case '3-year':
      return <Trans>3-year subscription</Trans>;
    case 'perpetual':
      return <Trans>Perpetual license with 1 or 3 years of maintenance</Trans>;
  }
};

const OfferPeriod = ({ offer }: Pick<LegacyNotice, 'offer'>) => {
  const from = <DateText instant={OFFER_FROM} />;
  const last = <DateText instant={OFFER_LAST_DAY} />;
  switch (offer) {
    case 'to-come':
      return (
        <Trans>
          From {from} to {last} you move to a current plan for less.
        </Trans>
      );
    case 'open':
      return <Trans>Until {last} you move to a current plan for less.</Trans>;
    case 'over':
      return (
        <Trans>
          This offer ran from {from} to {last} and is over. Current plans are sold at their usual price.
        </Trans>
      );
  }
};

const OfferBadge = ({ offer }: Pick<LegacyNotice, 'offer'>) => {
  switch (offer) {
    case 'to-come':
      return (
        <Badge tone="info">
          <Trans>Soon</Trans>
        </Badge>
      );
    case 'open':
      return (
        <Badge tone="ok">
          <Trans>Limited time</Trans>
        </Badge>
      );
    case 'over':
      return (
        <Badge>
          <Trans>Over</Trans>
        </Badge>
      );
  }
};

const OfferLink = ({ term, bySales, plans }: (typeof legacyDiscounts)[number] & { plans: string }) => {
  const { salesEmail } = config.contacts;
  if (!bySales) {
    return (
      <LinkButton size="sm" to={plans}>
        <Trans>See plans</Trans>
      </LinkButton>
    );
  }
  return salesEmail ? (
    <LinkButton size="sm" href={`mailto:${salesEmail}?subject=${encodeURIComponent(`Legacy license: ${term}`)}`}>
      <Trans>Contact sales</Trans>
    </LinkButton>
  ) : null;
};

interface LegacyPageProps {
  now: string;
  /** Legacy subscription, which the new plan replaces. A new subscription would be billed in addition. */
  licence: Pick<Subscription, 'id' | 'product'> | undefined;
}

/** Page about the end of legacy scope licences and the discount for upgrading (LG-02). */
export const LegacyPage = ({ now, licence }: LegacyPageProps) => {
  const { offer, supported } = legacyNoticeAt(now);
  const family = familyOf(licence?.product ?? config.families.find(({ kind }) => kind === 'tiers')?.key ?? '');
  const plans = paths.subscription(family.key, { subId: licence?.id, package: 'starter' });
  return (
    <div>
      <PageHeader
        title={<Trans>Legacy License</Trans>}
        description={<Trans>Legacy {family.name} licenses, those of a Base plan, are being discontinued.</Trans>}
        crumb={{ to: paths.home, label: <Trans>Home</Trans> }}
      />
      <div className={styles.page}>
        <Notice
          tone="warn"
          title={
            supported ? (
              <Trans>Support for legacy licenses ends in 2025</Trans>
            ) : (
              <Trans>Legacy licenses have not been supported since 2025</Trans>
            )
          }
        >
          <p>
            {supported ? (
              <Trans>
                Until then everything works as before. From then on there are no updates, no fixes and no help.
              </Trans>
            ) : (
              <Trans>
                Yours works until its end of life, which is scheduled. There are no more updates, fixes or help for it.
              </Trans>
            )}{' '}
            <Trans>With auto-renew on, the plan is renewed and charged all the same until you turn it off.</Trans>
          </p>
        </Notice>
        <section className={styles.prose} aria-labelledby="legacy-changes">
          <SectionHead id="legacy-changes">
            <Trans>What you can do</Trans>
          </SectionHead>
          <p>
            <Trans>Move to a current plan. Your account, your payments and your receipts stay as they are.</Trans>
          </p>
          <div className={styles.actions}>
            <LinkButton to={plans} variant="primary">
              <Trans>Choose a plan</Trans>
            </LinkButton>
          </div>
        </section>
        <section aria-labelledby="legacy-offer">
          <SectionHead id="legacy-offer" aside={<OfferBadge offer={offer} />}>
            <Trans>Offer for legacy customers</Trans>
          </SectionHead>
          <p className={styles.date}>
            <OfferPeriod offer={offer} />
          </p>
          <Card as="ul" className={cx(rows.rows, offer === 'over' && styles.over)}>
            {legacyDiscounts.map((discount) => (
              <li key={discount.term} className={rows.row}>
                <div>
                  <h3 className="strong">
                    <TermText term={discount.term} />
                  </h3>
                  <p className={styles.percent}>
                    {offer === 'over' ? (
                      <Trans>was {discount.percentOff}% off</Trans>
                    ) : (
                      <Trans>{discount.percentOff}% off</Trans>
                    )}
                  </p>
                </div>
                {offer === 'open' && <OfferLink {...discount} plans={plans} />}
              </li>
            ))}
          </Card>
        </section>
      </div>
    </div>
  );
};
