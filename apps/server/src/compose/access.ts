import { activityTypes } from '@foyer/contract/api/activity';
import { openGeoIp, placeOfCountry } from '../adapters/geo-ip.ts';
import { makePasskeyStore, makePasskeyWrites } from '../adapters/postgres/passkey-store.ts';
import { makeSessionEnding, makeSessionList } from '../adapters/postgres/session-list.ts';
import { describeDevice } from '../adapters/user-agent.ts';
import { webauthn } from '../adapters/webauthn.ts';
import { defaultCountry, mailBrand } from '../brands.ts';
import { makeEndOtherSessions, makeEndSession } from '../services/activity/end-sessions.ts';
import { makeListActivity } from '../services/activity/list-activity.ts';
import { makeListSessions } from '../services/activity/list-sessions.ts';
import { makeReadCountry } from '../services/identity/read-country.ts';
import { makeCheckPasskey, makeRequestPasskeyOptions } from '../services/passkeys/check-passkey.ts';
import {
  makeAddPasskey,
  makeBeginPasskey,
  makeListPasskeys,
  makeRemovePasskey,
} from '../services/passkeys/manage-passkeys.ts';
import { makeRelyingPartyOf } from '../services/passkeys/relying-party.ts';
import { makeFindReturnTarget } from '../services/vendor/return-targets.ts';
import type { Base } from './base.ts';

/** Connects passkeys, and the list of sessions and security events of an account. */
export const composeAccess = async (base: Base) => {
  const { platform, database, inSecurityTransaction, confirmPassword, renewTokens } = base;
  const placeOf = await openGeoIp();
  const sessionList = makeSessionList(database, activityTypes);
  const ending = { inTransaction: inSecurityTransaction(makeSessionEnding), confirmPassword };

  const store = makePasskeyStore(database);
  const relyingPartyOf = makeRelyingPartyOf(base);
  const shared = { store, protocol: webauthn, relyingPartyOf };
  const managing = {
    ...shared,
    inTransaction: inSecurityTransaction(makePasskeyWrites),
    confirmPassword,
    renewTokens,
    siteName: (hostname: string) => mailBrand(base.vendor, base.brandOf(hostname), base.publicUrl).name,
  };
  const services = {
    readCountry: makeReadCountry({ placeOf, defaultPlace: placeOfCountry(defaultCountry) }),
    listSessions: makeListSessions(platform, { store: sessionList, describeDevice, placeOf }),
    endSession: makeEndSession(ending),
    endOtherSessions: makeEndOtherSessions(ending),
    listActivity: makeListActivity({
      store: sessionList,
      describeDevice,
      placeOf,
      findReturnTarget: makeFindReturnTarget({ ...base.vendor, productClients: base.productClients }),
    }),
    requestPasskeyOptions: makeRequestPasskeyOptions(platform, shared),
    listPasskeys: makeListPasskeys(store),
    beginPasskey: makeBeginPasskey(platform, managing),
    addPasskey: makeAddPasskey(platform, managing),
    removePasskey: makeRemovePasskey(platform, managing),
  };
  return {
    services,
    relyingPartyOf,
    placeOf,
    checkPasskey: makeCheckPasskey(platform, shared),
    hasPasskey: store.hasPasskey,
  };
};
