import type { OperatorCustomer } from '@foyer/contract/api/operator-customers';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import { labelFor, UtcDateTime } from '../format.tsx';
import { useRemainingPages } from '../load-more.tsx';
import { CommandButton, RequiredRole } from '../operator.tsx';
import styles from '../operator-site.module.css';
import { mailLabels } from '../record-labels.ts';
import { mailStateLabels } from '../state-labels.ts';
import { Table } from '../table.tsx';

const RESEND = 'POST /api/operator/customers/:accountId/mails/:mailId/resend';
const tones = { waiting: 'info', sent: 'ok', failed: 'bad' } as const;

/** Mails that the customer got, each with a button that sends it again (OP-02). */
export const Mails = ({ accountId, customer }: { accountId: string; customer: OperatorCustomer }) => {
  const [open, setOpen] = useState<string | null>(null);
  const isOpen = customer.who.status === 'open';
  const name = 'GET /api/operator/customers/:accountId/mails';
  const rest = useRemainingPages([name, accountId], customer.mailsNext, (query, signal) =>
    callOperatorApi(name, { params: { accountId }, query }, { signal }),
  );
  return (
    <section>
      <SectionHead
        aside={
          isOpen ? (
            <RequiredRole id="resend-role" call={RESEND} />
          ) : (
            <span className={styles.needs}>
              <Trans>Emails of a closed account aren't sent again</Trans>
            </span>
          )
        }
      >
        <Trans>Emails</Trans>
      </SectionHead>
      <Table
        label={t`Emails`}
        rows={[customer, ...rest.pages].flatMap(({ mails }) => mails)}
        inAll={customer.mailsInAll}
        more={rest.more}
        rowKey={({ id }) => id}
        empty={<Trans>No emails were sent lately.</Trans>}
        columns={[
          { head: t`Email`, cell: ({ template }) => labelFor(mailLabels, template) },
          { head: t`When`, cell: ({ at }) => <UtcDateTime instant={at} /> },
          {
            head: t`State`,
            cell: ({ state }) => <Badge tone={tones[state]}>{labelFor(mailStateLabels, state)}</Badge>,
          },
          {
            head: t`What can be done`,
            commands: true,
            cell: ({ id }) =>
              isOpen && (
                <CommandButton size="sm" call={RESEND} reasonAt="resend-role" onClick={() => setOpen(id)}>
                  <Trans>Send again</Trans>
                </CommandButton>
              ),
          },
        ]}
        below={({ id, template }) =>
          open === id && (
            <ActionForm
              title={<Trans>Send “{labelFor(mailLabels, template)}” again</Trans>}
              consequence={<Trans>It goes to the address they have now.</Trans>}
              verb={<Trans>Send again</Trans>}
              busyVerb={<Trans>Sending…</Trans>}
              act={async (reason, idempotencyKey) => {
                await callOperatorApi(
                  RESEND,
                  { params: { accountId, mailId: id }, body: { reason } },
                  { idempotencyKey },
                );
                return t`The email is on its way.`;
              }}
              onClose={() => setOpen(null)}
            />
          )
        }
      />
    </section>
  );
};
