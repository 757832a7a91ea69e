import type { OperatorCustomer } from '@foyer/contract/api/operator-customers';
import type { PaymentMethod } from '@foyer/contract/api/shapes';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { CardLine } from '../../shared/payments/card-brand.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import { productName, UtcDateTime } from '../format.tsx';
import { CommandButton } from '../operator.tsx';
import styles from '../operator-site.module.css';

type Who = OperatorCustomer['who'];

const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const placeOf = ({ address }: Who): ReactNode =>
  address ? [address.city, address.state, address.country].filter(Boolean).join(', ') : <Trans>None</Trans>;

const Sessions = ({ who }: { who: Who }) => {
  const [ending, setEnding] = useState(false);
  const count = who.sessions.length;
  if (count === 0) return <Trans>None</Trans>;
  return (
    <>
      <span className={styles.sessions}>
        <span>{count} ·</span>
        <CommandButton
          size="sm"
          variant="quiet"
          call="POST /api/operator/customers/:accountId/sessions/end"
          aria-label={t({ message: 'End all sessions', context: 'button that shows End all' })}
          onClick={() => setEnding(true)}
        >
          <Trans>End all</Trans>
        </CommandButton>
      </span>
      <details className={styles.fold}>
        <summary>
          <Trans>Devices</Trans>
        </summary>
        <ul>
          {who.sessions.map(({ id, device, place, lastUsedAt, byPortalLink }) => (
            <li key={id}>
              {[device.browser, device.system, place?.country_name].filter(Boolean).join(', ') || (
                <Trans>Unknown device</Trans>
              )}
              , <UtcDateTime instant={lastUsedAt} />
              {byPortalLink && (
                <>
                  , <Trans>opened from a product</Trans>
                </>
              )}
            </li>
          ))}
        </ul>
      </details>
      {ending && (
        <ActionForm
          title={<Trans>End all sessions</Trans>}
          consequence={<Trans>They have to sign in again everywhere, at once.</Trans>}
          verb={<Trans>End all</Trans>}
          busyVerb={<Trans>Ending…</Trans>}
          danger
          act={async (reason, idempotencyKey) => {
            const { ended } = await callOperatorApi(
              'POST /api/operator/customers/:accountId/sessions/end',
              { params: { accountId: who.accountId }, body: { reason } },
              { idempotencyKey },
            );
            return t`Sessions ended: ${ended}.`;
          }}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  );
};

/** Ids that commands of the command line take, by the name of the thing. */
const Ids = ({ who, holds }: Pick<IdentityProps, 'who' | 'holds'>) => (
  <details className={styles.fold}>
    <summary>
      <Trans>Ids</Trans>
    </summary>
    <dl className={styles.ids}>
      <div>
        <dt>
          <Trans>User</Trans>
        </dt>
        <dd>{who.userId ?? <Trans>None</Trans>}</dd>
      </div>
      {holds.map(({ id, product, name }) => (
        <div key={id}>
          <dt>
            {productName(product)} {name}
          </dt>
          <dd>{id}</dd>
        </div>
      ))}
    </dl>
  </details>
);

/** Sign-in methods and consents, which few questions are about. */
const Settings = ({ who }: Pick<IdentityProps, 'who'>) => {
  return (
    <details className={styles.fold}>
      <summary>
        <Trans>Security and privacy</Trans>
      </summary>
      <dl className={styles.facts}>
        <Fact name={<Trans>Two-step</Trans>}>
          {who.twoStepSince ? (
            <Trans>
              On, since <DateText instant={who.twoStepSince} />
            </Trans>
          ) : (
            <Trans>Off</Trans>
          )}
        </Fact>
        <Fact name={<Trans>Passkeys</Trans>}>{who.passkeys}</Fact>
        <Fact name={<Trans>News</Trans>}>
          {who.news ? (
            <>
              {who.news.answer === 'yes' ? <Trans>Yes</Trans> : <Trans>No</Trans>}, <DateText instant={who.news.at} />
            </>
          ) : (
            <Trans>Never asked</Trans>
          )}
        </Fact>
        <Fact name={<Trans>Usage data</Trans>}>{who.usageData ? <Trans>Yes</Trans> : <Trans>No</Trans>}</Fact>
      </dl>
    </details>
  );
};

interface IdentityProps {
  who: Who;
  holds: OperatorCustomer['holds'];
  card: PaymentMethod | null;
}

/** Identity of a customer: address, card, sessions, sign-in methods, consents and ids (OP-02). */
export const Identity = ({ who, holds, card }: IdentityProps) => (
  <section aria-labelledby="about">
    <Card pad>
      <h2 id="about">
        <Trans>About</Trans>
      </h2>
      <dl className={styles.facts}>
        <Fact name={<Trans>Email</Trans>}>
          {who.emailVerified ? <Trans>Verified</Trans> : <Trans>Not verified</Trans>}
        </Fact>
        <Fact name={<Trans>Customer since</Trans>}>
          <DateText instant={who.createdAt} />
        </Fact>
        {who.closedAt && (
          <Fact name={<Trans>Closed</Trans>}>
            <DateText instant={who.closedAt} />
          </Fact>
        )}
        <Fact name={<Trans>Brand</Trans>}>{productName(who.brand)}</Fact>
        <Fact name={<Trans>Address</Trans>}>{placeOf(who)}</Fact>
        <Fact name={<Trans>Card</Trans>}>
          {card ? <CardLine brand={card.brand} last4={card.last4} size="sm" /> : <Trans>None</Trans>}
        </Fact>
        <Fact name={<Trans>Last sign-in</Trans>}>
          {who.lastSignInAt ? <UtcDateTime instant={who.lastSignInAt} /> : <Trans>Never</Trans>}
        </Fact>
        <Fact name={<Trans>Sessions</Trans>}>
          <Sessions who={who} />
        </Fact>
      </dl>
      <Settings who={who} />
      <Ids who={who} holds={holds} />
    </Card>
  </section>
);
