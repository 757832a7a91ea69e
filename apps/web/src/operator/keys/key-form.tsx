import { VENDOR_KEY_MAX_DAYS, type VendorScope, vendorScopeNames } from '@foyer/contract/vocabulary/vendor-scopes';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import { FieldMessage } from '../../ui/field-message.tsx';
import { required } from '../../ui/field-messages.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import { parseCount } from '../input-formats.ts';
import siteStyles from '../operator-site.module.css';
import type { NewKey } from '../shown-once.ts';
import styles from './keys.module.css';

/** Labels of the scopes of vendor keys. */
const scopeLabels: Readonly<Record<VendorScope, string>> = {
  'customers:write': t`Find and create customers`,
  'entitlements:read': t`Read what an account may use`,
  'events:read': t`Read changes of all entitlements`,
  'grants:write': t`Give plans and redeem codes`,
  'portal-links:write': t`Open the portal as a customer`,
  'usage:write': t`Report usage of limits`,
  'notes:write': t`Write notes for operators`,
};

interface KeyFormProps {
  onMade: (made: NewKey) => void;
  onClose: () => void;
}

/** Life of a new key in days that the form proposes. */
const PROPOSED_DAYS = '365';

/** Form of a new vendor key. An expiry is proposed; a key for good needs the field emptied. */
export const KeyForm = ({ onMade, onClose }: KeyFormProps) => {
  const [name, setName] = useState('');
  const [days, setDays] = useState(PROPOSED_DAYS);
  const [scopes, setScopes] = useState<readonly VendorScope[]>([]);
  const [judged, setJudged] = useState(false);
  const life = days.trim() === '' ? undefined : parseCount(days, VENDOR_KEY_MAX_DAYS);
  const limit = VENDOR_KEY_MAX_DAYS;
  const noScope = judged && scopes.length === 0;
  const isValid = name.trim() !== '' && life !== null && scopes.length > 0;
  return (
    <ActionForm
      title={<Trans>Create a vendor key</Trans>}
      consequence={
        <Trans>Anyone who has the key can make the calls you choose, for every customer. It's shown once.</Trans>
      }
      verb={<Trans>Create key</Trans>}
      busyVerb={<Trans>Creating…</Trans>}
      accept={() => {
        setJudged(true);
        return isValid;
      }}
      act={async (reason, idempotencyKey) => {
        const body = { name: name.trim(), scopes: [...scopes], reason, ...(life && { days: life }) };
        const made = await callOperatorApi('POST /api/operator/vendor-keys', { body }, { idempotencyKey });
        onMade({ ...made, name: body.name });
        return null;
      }}
      onClose={onClose}
    >
      <div className={siteStyles.entries}>
        <TextField
          label={<Trans>Server that gets the key</Trans>}
          autoComplete="off"
          value={name}
          maxLength={100}
          onChange={({ target }) => setName(target.value)}
          error={judged && name.trim() === '' && required()}
        />
        <TextField
          label={<Trans>Days until it expires</Trans>}
          optional
          inputMode="numeric"
          autoComplete="off"
          value={days}
          onChange={({ target }) => setDays(target.value)}
          hint={<Trans>Empty: it never expires.</Trans>}
          error={judged && life === null && <Trans>Enter a whole number from 1 to {limit}.</Trans>}
        />
      </div>
      <fieldset className={styles.scopes} aria-describedby={noScope ? 'choose-one' : undefined}>
        <legend>
          <Trans>What it may do</Trans>
        </legend>
        {vendorScopeNames.map((scope, at) => (
          <label key={scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              aria-invalid={noScope && at === 0 ? true : undefined}
              onChange={({ target }) =>
                setScopes((all) => (target.checked ? [...all, scope] : all.filter((each) => each !== scope)))
              }
            />
            <span>
              {scopeLabels[scope]}
              <small>{scope}</small>
            </span>
          </label>
        ))}
        <FieldMessage id="choose-one" error={noScope && <Trans>Choose at least one.</Trans>} />
      </fieldset>
    </ActionForm>
  );
};
