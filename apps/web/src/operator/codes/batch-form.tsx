import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import { required } from '../../ui/field-messages.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import { productName } from '../format.tsx';
import styles from '../operator-site.module.css';
import { QueryBoundary } from '../query-boundary.tsx';
import { SelectField } from '../select-field.tsx';
import type { NewBatch } from '../shown-once.ts';
import { useOperatorQuery } from '../use-operator-query.ts';
import {
  type BatchEntries,
  type EntryName,
  emptyEntries,
  fieldsFor,
  maxValues,
  toRequestBody,
  validationErrors,
} from './batch-entries.ts';

interface BatchFormProps {
  onMade: (made: NewBatch) => void;
  onClose: () => void;
}

/** Form of a new batch with the fields of its type (OP-03). */
export const BatchForm = ({ onMade, onClose }: BatchFormProps) => {
  const catalogue = useOperatorQuery('GET /api/operator/catalogue', undefined);
  const [entries, setEntries] = useState(emptyEntries);
  const [judged, setJudged] = useState(false);
  const fields = fieldsFor(entries);
  const wrong = judged ? validationErrors(entries) : [];
  const set = (name: EntryName, value: string) => setEntries((all) => ({ ...all, [name]: value }) as BatchEntries);

  const text = (name: EntryName, label: ReactNode) => (
    <TextField
      label={label}
      autoComplete="off"
      value={entries[name]}
      onChange={({ target }) => set(name, target.value)}
      error={wrong.includes(name) && required()}
      maxLength={100}
    />
  );
  const count = (name: keyof typeof maxValues, label: ReactNode, optional = false) => {
    const limit = maxValues[name];
    return (
      <TextField
        label={label}
        optional={optional}
        inputMode="numeric"
        autoComplete="off"
        value={entries[name]}
        onChange={({ target }) => set(name, target.value)}
        error={wrong.includes(name) && <Trans>Enter a whole number from 1 to {limit}.</Trans>}
      />
    );
  };
  const isDiscount = entries.type === 'Discount';

  return (
    <ActionForm
      title={<Trans>Make codes</Trans>}
      consequence={<Trans>They're shown once. Anyone who has one can redeem it.</Trans>}
      verb={<Trans>Make codes</Trans>}
      busyVerb={<Trans>Making…</Trans>}
      accept={() => {
        setJudged(true);
        return validationErrors(entries).length === 0;
      }}
      act={async (reason, idempotencyKey) => {
        const body = toRequestBody(entries, reason);
        const made = await callOperatorApi('POST /api/operator/coupon-batches', { body }, { idempotencyKey });
        onMade({ ...made, name: body.name });
        return null;
      }}
      onClose={onClose}
    >
      <div className={styles.entries}>
        {text('name', <Trans>What they are for</Trans>)}
        <SelectField label={<Trans>Type</Trans>} value={entries.type} onValue={(value) => set('type', value)}>
          <option value="Prepaid">{t`Prepaid`}</option>
          <option value="PrepaidMaintenance">{t`Maintenance`}</option>
          <option value="Discount">{t`Discount`}</option>
        </SelectField>
        {count('count', <Trans>How many codes</Trans>)}
        <QueryBoundary query={catalogue} name={t`The plans`}>
          {({ plans }) => (
            <SelectField
              label={<Trans>Plan</Trans>}
              value={entries.planId}
              onValue={(value) => set('planId', value)}
              error={wrong.includes('planId') && required()}
            >
              <option value="">{isDiscount ? t`Everything that is sold` : t`Choose a plan`}</option>
              {plans
                .filter(({ active }) => active)
                .map(({ id, name, product }) => (
                  <option key={id} value={id}>
                    {productName(product)} {name} · {id}
                  </option>
                ))}
            </SelectField>
          )}
        </QueryBoundary>
        {fields.includes('length') && (
          <SelectField label={<Trans>Length</Trans>} value={entries.length} onValue={(value) => set('length', value)}>
            <option value="term">{t`A number of months`}</option>
            <option value="perpetual">{t`For good`}</option>
          </SelectField>
        )}
        {fields.includes('months') && count('months', <Trans>Months</Trans>)}
        {fields.includes('maintenanceMonths') && count('maintenanceMonths', <Trans>Months of maintenance</Trans>)}
        {fields.includes('percent') && count('percent', <Trans>Percent off</Trans>)}
        {fields.includes('cycles') && count('cycles', <Trans>For how many bills</Trans>, true)}
        {fields.includes('uses') && count('uses', <Trans>Accounts per code</Trans>)}
        <TextField
          label={<Trans>Last day</Trans>}
          optional
          type="date"
          value={entries.validTo}
          onChange={({ target }) => set('validTo', target.value)}
        />
      </div>
    </ActionForm>
  );
};
