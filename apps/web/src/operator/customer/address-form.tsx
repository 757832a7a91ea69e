import type { OperatorCustomer } from '@foyer/contract/api/operator-customers';
import type { Address } from '@foyer/contract/api/shapes';
import { townLines } from '@foyer/contract/vocabulary/address-lines';
import type { AddressPart, AddressText } from '@foyer/contract/vocabulary/address-rules';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { AddressFields } from '../../features/address/components/address-fields.tsx';
import { faultMessage, verifierMessage } from '../../features/address/components/address-labels.tsx';
import {
  blankAddress,
  toRequestAddress,
  validateAddress,
  withPart,
} from '../../features/address/model/address-values.ts';
import { type AddressMismatch, addressMismatchOf } from '../../features/address/queries/save-address.ts';
import { failureOf } from '../../lib/failure.ts';
import { Button } from '../../ui/button.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import { useOperatorDraft } from '../draft.ts';
import styles from '../operator-site.module.css';

const asText = ({ phone1 = '', ...address }: Address): AddressText => ({ ...address, phone1 });

interface SuggestionsProps {
  suggestions: readonly Address[];
  onUse: (suggestion: Address) => void;
}

const Suggestions = ({ suggestions, onUse }: SuggestionsProps) => (
  <ul className={styles.suggestions}>
    {suggestions.map((address) => {
      const text = [address.addressLine1, address.addressLine2, ...townLines(address)].filter(Boolean).join(', ');
      return (
        <li key={text}>
          <span>{text}</span>
          <Button size="sm" onClick={() => onUse(address)}>
            <Trans>Use this address</Trans>
          </Button>
        </li>
      );
    })}
  </ul>
);

interface AddressFormProps {
  who: OperatorCustomer['who'];
  name: string;
  onClose: () => void;
}

/**
 * Changes the address of a customer (AD-01). An address that the verifier refuses is saved only when it is sent again
 * unchanged.
 */
export const AddressForm = ({ who, name, onClose }: AddressFormProps) => {
  const draft = `address ${who.accountId}`;
  const [start] = useState(() => (who.address ? asText(who.address) : blankAddress(who)));
  const [replaces] = useState(who.addressId);
  const [typed, setTyped] = useOperatorDraft(`${draft} typed`, () => start);
  const [judged, setJudged] = useState<ReadonlySet<AddressPart> | 'all'>(new Set());
  const [mismatch, setMismatch] = useState<AddressMismatch | null>(null);
  const faults = validateAddress(typed);

  const change = (next: AddressText) => {
    setMismatch(null);
    setTyped(next);
  };
  const errorOf = (part: AddressPart): ReactNode => {
    const fault = faults[part];
    if (fault && (judged === 'all' || judged.has(part))) return faultMessage(part, fault);
    return mismatch && verifierMessage(part, mismatch.validate[part]);
  };

  return (
    <ActionForm
      title={t`Change the address of ${name}`}
      consequence={
        <Trans>
          Taxes, the export screening and new receipts use it from now on, as if the customer had changed it. They're
          told by email.
        </Trans>
      }
      verb={mismatch ? <Trans>Save it as entered</Trans> : <Trans>Change address</Trans>}
      busyVerb={<Trans>Saving…</Trans>}
      accept={() => {
        setJudged('all');
        return Object.keys(faults).length === 0;
      }}
      act={async (reason, idempotencyKey) => {
        const body = { ...toRequestAddress(typed), ignoreValidation: mismatch !== null, replaces, reason };
        await callOperatorApi(
          'POST /api/operator/customers/:accountId/address',
          { params: { accountId: who.accountId }, body },
          { idempotencyKey },
        ).catch((error: unknown) => {
          setMismatch(addressMismatchOf(failureOf(error)));
          throw error;
        });
        return t`The address of ${name} is changed.`;
      }}
      draft={draft}
      onClose={onClose}
    >
      {mismatch && <Suggestions suggestions={mismatch.suggestions} onUse={(address) => change(asText(address))} />}
      <AddressFields
        address={typed}
        visitorCountry={null}
        errorOf={errorOf}
        disabled={false}
        onChange={(part, value) => change(withPart(typed, part, value))}
        onLeave={(part) => judged !== 'all' && typed[part] !== start[part] && setJudged(new Set([...judged, part]))}
      />
    </ActionForm>
  );
};
