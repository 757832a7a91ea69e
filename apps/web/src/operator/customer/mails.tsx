import type { OperatorCustomer } from '@foyer/contract/api/operator-customers';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { ActionForm } from '../action-form.tsx';
import { consoleCall } from '../call.ts';
import { useRemainingPages } from '../load-more.tsx';
import { ActButton, NeedsRole } from '../operator.tsx';
import { mailWords } from '../record-words.ts';
import { mailStateWords } from '../state-words.ts';
import { Table } from '../table.tsx';
import { inWords, Moment } from '../words.tsx';

const RESEND = 'POST /api/operator/customers/:accountId/mails/:mailId/resend';
const tones = { waiting: 'info', sent: 'ok', failed: 'bad' } as const;

/** Which mails they got, and each once more (OP-02). */
export const Mails = ({ accountId, customer }: { accountId: string; customer: OperatorCustomer }) => {
  const { t } = useLingui();
  const [open, setOpen] = useState<string | null>(null);
  const name = 'GET /api/operator/customers/:accountId/mails';
  const rest = useRemainingPages([name, accountId], customer.mailsNext, (query, signal) =>
    consoleCall(name, { params: { accountId }, query }, { signal }),
  );
  return (
    <section>
      <SectionHead aside={<NeedsRole id="resend-role" call={RESEND} />}>
        <Trans>Mails</Trans>
      </SectionHead>
      <Table
        label={t`Mails`}
        rows={[customer, ...rest.pages].flatMap(({ mails }) => mails)}
        inAll={customer.mailsInAll}
        more={rest.more}
        rowKey={({ id }) => id}
        empty={<Trans>No mail was sent lately.</Trans>}
        columns={[
          { head: msg`Mail`, cell: ({ template }) => inWords(mailWords, template) },
          { head: msg`When`, cell: ({ at }) => <Moment instant={at} /> },
          {
            head: msg`State`,
            cell: ({ state }) => <Badge tone={tones[state]}>{inWords(mailStateWords, state)}</Badge>,
          },
          {
            head: msg`What can be done`,
            commands: true,
            cell: ({ id }) => (
              <ActButton size="sm" call={RESEND} reasonAt="resend-role" onClick={() => setOpen(id)}>
                <Trans>Send again</Trans>
              </ActButton>
            ),
          },
        ]}
        below={({ id, template }) =>
          open === id && (
            <ActionForm
              title={<Trans>Send “{inWords(mailWords, template)}” again</Trans>}
              consequence={<Trans>It goes to the address they have now.</Trans>}
              verb={<Trans>Send again</Trans>}
              busyVerb={<Trans>Sending…</Trans>}
              act={async (reason, idempotencyKey) => {
                await consoleCall(RESEND, { params: { accountId, mailId: id }, body: { reason } }, { idempotencyKey });
                return t`The mail is on its way.`;
              }}
              onClose={() => setOpen(null)}
            />
          )
        }
      />
    </section>
  );
};
