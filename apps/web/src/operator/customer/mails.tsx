import type { OperatorCustomer } from '@foyer/contract/api/operator-customers';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import { labelFor, UtcDateTime } from '../format.tsx';
import { useRemainingPages } from '../load-more.tsx';
import { CommandButton, RequiredRole } from '../operator.tsx';
import styles from '../operator-site.module.css';
import { mailLabels } from '../record-labels.ts';
import { mailStateLabels } from '../state-labels.ts';
import { CellDetail, ShownOfTotal, Table } from '../table.tsx';
import { groupMails } from './group-mails.ts';
import { useFold } from './use-fold.ts';

type Mail = OperatorCustomer['mails'][number];

const RESEND = 'POST /api/operator/customers/:accountId/mails/:mailId/resend';
const tones = { waiting: 'info', sent: 'ok', failed: 'bad' } as const;

interface ResendFormProps {
  accountId: string;
  mail: Mail;
  onClose: () => void;
}

const ResendForm = ({ accountId, mail: { id, template }, onClose }: ResendFormProps) => (
  <ActionForm
    title={<Trans>Send “{labelFor(mailLabels, template)}” again</Trans>}
    consequence={<Trans>It goes to the address they have now.</Trans>}
    verb={<Trans>Send again</Trans>}
    busyVerb={<Trans>Sending…</Trans>}
    act={async (reason, idempotencyKey) => {
      await callOperatorApi(RESEND, { params: { accountId, mailId: id }, body: { reason } }, { idempotencyKey });
      return t`The email is on its way.`;
    }}
    onClose={onClose}
  />
);

const StateBadge = ({ state }: { state: Mail['state'] }) => (
  <Badge tone={tones[state]}>{labelFor(mailStateLabels, state)}</Badge>
);

/** Emails that the customer got, grouped by kind. Each can be sent again (OP-02). */
export const Mails = ({ accountId, customer }: { accountId: string; customer: OperatorCustomer }) => {
  const fold = useFold();
  const [open, setOpen] = useState<string | null>(null);
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const isOpen = customer.who.status === 'open';
  const name = 'GET /api/operator/customers/:accountId/mails';
  const rest = useRemainingPages([name, accountId], customer.mailsNext, (query, signal) =>
    callOperatorApi(name, { params: { accountId }, query }, { signal }),
  );
  const mails = [customer, ...rest.pages].flatMap((page) => page.mails);
  const resendButton = ({ id }: Mail) =>
    isOpen && (
      <CommandButton size="sm" call={RESEND} reasonAt="resend-role" onClick={() => setOpen(id)}>
        <Trans>Send again</Trans>
      </CommandButton>
    );
  const formFor = (mail: Mail) =>
    open === mail.id && <ResendForm accountId={accountId} mail={mail} onClose={() => setOpen(null)} />;
  return (
    <section>
      <SectionHead
        aside={
          isOpen ? (
            <RequiredRole id="resend-role" call={RESEND} />
          ) : (
            <span className="small">
              <Trans>Emails of a closed account aren't sent again</Trans>
            </span>
          )
        }
      >
        <Trans>Emails</Trans>
      </SectionHead>
      <Table
        label={t`Emails`}
        rows={groupMails(mails)}
        fold={fold}
        compact
        more={
          <>
            <ShownOfTotal shown={mails.length} inAll={customer.mailsInAll} />
            {rest.more}
          </>
        }
        rowKey={({ template }) => template}
        empty={<Trans>No emails were sent lately.</Trans>}
        columns={[
          {
            head: t`Email`,
            cell: ({ template, mails: all }) => (
              <>
                {labelFor(mailLabels, template)}
                {all.length > 1 && (
                  <CellDetail>
                    <Trans>{all.length} emails</Trans>
                  </CellDetail>
                )}
              </>
            ),
          },
          {
            // emails are sent in real time, also to customers on a sandbox clock
            head: customer.next.clock ? t`When, in real time` : t`When`,
            cell: ({ mails: [newest] }) => <UtcDateTime instant={newest.at} />,
          },
          { head: t`State`, cell: ({ state }) => <StateBadge state={state} /> },
          {
            head: t`What can be done`,
            commands: true,
            cell: ({ template, mails: all }) =>
              all.length === 1 ? (
                resendButton(all[0])
              ) : (
                <Button
                  size="sm"
                  aria-expanded={unfolded === template}
                  onClick={() => setUnfolded(unfolded === template ? null : template)}
                >
                  <Trans>Show each</Trans>
                </Button>
              ),
          },
        ]}
        below={({ template, mails: all }) => {
          if (all.length === 1) return formFor(all[0]);
          return (
            unfolded === template && (
              <ul className={styles.group}>
                {all.map((mail) => (
                  <li key={mail.id}>
                    <UtcDateTime instant={mail.at} />
                    <StateBadge state={mail.state} />
                    {resendButton(mail)}
                    {formFor(mail)}
                  </li>
                ))}
              </ul>
            )
          );
        }}
      />
    </section>
  );
};
