import type { Me } from '@foyer/contract/api/auth';
import { type Instant, isoOrNull, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { asksMarketing } from '@foyer/domain/consent/asks-marketing';
import { isCardExpired } from '@foyer/domain/dates/card-expiry';
import type { AddressRow, MeRow } from './ports.ts';

/** Address in a reply. An absent `phone1` is left out instead of sent as null. */
const viewAddress = ({ phone1, ...address }: AddressRow) => (phone1 === null ? address : { ...address, phone1 });

const cardStatus = (me: MeRow, now: Instant): 'ok' | 'expired' | 'none' => {
  if (me.cardExpYear === null || me.cardExpMonth === null) return 'none';
  return isCardExpired({ expYear: me.cardExpYear, expMonth: me.cardExpMonth }, now) ? 'expired' : 'ok';
};

interface MeCall {
  readonly issuedAt: Instant;
  readonly wallNow: Instant;
  /** Country of the caller. */
  readonly country: string;
}

/** Body of `GET me`. A field with two names is sent under both, because clients read either. */
export const viewMe = (me: MeRow, { issuedAt, wallNow, country }: MeCall): Me => {
  const addresses = me.addresses.map(viewAddress);
  const emailVerified = me.emailVerifiedAt !== null;
  return {
    user: {
      id: me.userId,
      email: me.email,
      firstName: me.firstName,
      lastName: me.lastName,
      language: me.language,
      emailVerified,
      address: addresses.at(-1) ?? null,
      addresses,
      allowDataCollection: me.allowDataCollection,
      trackingEnabled: me.allowDataCollection,
      isMfaEnabled: me.mfaEnabledAt !== null,
      lastAuthDate: isoOrNull(me.lastAuthAt),
      accessStatus: me.accessStatus,
      paymentMethodStatus: cardStatus(me, me.clockFrozenAt ?? wallNow),
      cidrRestriction: me.cidrRestriction,
      exportPending: me.exportStatus === 'pending',
      exportDenied: me.exportStatus === 'denied',
      ipInfo: { country_code: country },
      asksMarketing: asksMarketing({ country, answered: me.marketingAnswered }),
      passwordChangedOn: isoOrNull(me.passwordChangedAt),
      subscriptionCode: null,
    },
    token: { iat: Math.floor(issuedAt / SECOND_MS), claims: { ...me.claims } },
    emailConfirmed: emailVerified,
    mfa: { enabled: me.mfaEnabledAt !== null },
  };
};
