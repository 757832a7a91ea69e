import type { OperatorCustomer } from '@foyer/contract/api/operator-customers';

type Mail = OperatorCustomer['mails'][number];

export interface MailGroup {
  readonly template: string;
  /** Emails of this kind, newest first. */
  readonly mails: readonly [Mail, ...Mail[]];
  /** State that needs the most attention. */
  readonly state: Mail['state'];
}

const urgency = ['failed', 'waiting', 'sent'] as const satisfies readonly Mail['state'][];

/** Groups emails by their kind. The kind with the newest email comes first. */
export const groupMails = (mails: readonly Mail[]): MailGroup[] => {
  const groups = new Map<string, [Mail, ...Mail[]]>();
  for (const mail of mails) {
    const group = groups.get(mail.template);
    if (group) group.push(mail);
    else groups.set(mail.template, [mail]);
  }
  return [...groups].map(([template, all]) => ({
    template,
    mails: all,
    state: urgency.find((state) => all.some((mail) => mail.state === state)) ?? 'sent',
  }));
};
