import type { Address } from '@foyer/contract/api/shapes';
import type { AddressPart, AddressText } from '@foyer/contract/vocabulary/address-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDraft } from '../../../lib/draft.ts';
import { type Failure, failureOf } from '../../../lib/failure.ts';
import { useBackOnline } from '../../../lib/use-action.ts';
import { toRequestAddress, validateAddress, withPart } from '../model/address-values.ts';
import {
  type AddressMismatch,
  addressMismatchOf,
  fetchStoredAddress,
  mayBeStored,
  saveAddress,
} from '../queries/save-address.ts';

/** Outcome of the last save. `mismatch`: the verifier suggests changes. */
type Outcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'mismatch'; readonly mismatch: AddressMismatch }
  | { readonly kind: 'failed'; readonly failure: Failure };

/**
 * State of the address form: values, errors and one save at a time (AD-06, AD-08). Values survive each failure, and
 * also leaving the page. An edit removes the mismatch that the verifier found. `onOther` is called when another address is already
 * stored, because the account has only one.
 */
export const useAddressForm = (start: AddressText, onSaved: (address: Address) => void, onOther: () => void) => {
  const client = useQueryClient();
  const running = useRef(false);
  const [typed, setTyped, forget] = useDraft('address', start, 'until-sent');
  const [touched, setTouched] = useState<ReadonlySet<AddressPart>>(new Set());
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const [busy, setBusy] = useState(false);

  // The country of the visitor may load after the form has opened. A choice of the user wins.
  const address = typed.country === '' ? { ...typed, country: start.country } : typed;
  const faults = validateAddress(address);
  const touch = (...parts: AddressPart[]) => setTouched((before) => new Set([...before, ...parts]));

  const send = async (wanted: AddressText, ignoreValidation: boolean): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    // An offline browser sends nothing. An online one may have sent the address although no answer came.
    const sends = navigator.onLine;
    const sent = toRequestAddress(wanted);
    try {
      const saved = await saveAddress(client, sent, ignoreValidation).catch((cause: unknown) => {
        if (failureOf(cause).reason !== 'ADDRESS_EXISTS') throw cause;
        return fetchStoredAddress(client, sent);
      });
      forget();
      if (saved) onSaved(saved);
      else onOther();
    } catch (cause) {
      const failure = failureOf(cause);
      const mismatch = addressMismatchOf(failure);
      setOutcome(
        mismatch
          ? { kind: 'mismatch', mismatch }
          : { kind: 'failed', failure: { ...failure, isUnknown: sends && mayBeStored(failure) } },
      );
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const failure = outcome.kind === 'failed' && outcome.failure;
  useBackOnline(failure && failure.reason === 'OFFLINE' && !failure.isUnknown, () => setOutcome({ kind: 'none' }));

  return {
    address,
    faults,
    touched,
    outcome,
    busy,
    complete: Object.keys(faults).length === 0,
    touch,
    forget,
    change: (part: AddressPart, value: string) => {
      setTyped(withPart(address, part, value));
      setOutcome({ kind: 'none' });
    },
    leave: (part: AddressPart) => {
      if (address[part] !== '') touch(part);
    },
    submit: () => {
      setOutcome({ kind: 'none' });
      return send(address, false);
    },
    /** Puts the suggestion into the form before the save, so that a failed save does not lose it. */
    use: (suggestion: Address | null) => {
      const wanted = suggestion ? { ...address, ...suggestion, phone1: address.phone1 } : address;
      setTyped(wanted);
      return send(wanted, suggestion === null);
    },
  };
};
