import type { MailBrand, MailContent } from './layout.ts';
import { renderMail } from './layout.ts';
import type { MailTransport, OperatorMailJob } from './ports.ts';
import { when } from './security-mails.ts';
import { mailWords } from './words/words.ts';

export interface OperatorMailNeeds {
  readonly brand: MailBrand;
  readonly transport: MailTransport;
}

/** Mail to an operator about their own account. */
export const writeOperatorMail = ({ template, at, language, facts }: OperatorMailJob): MailContent => {
  const { operator, security } = mailWords[language];
  const { title, what, notYou } = operator.mails[template];
  const rows = (['device', 'address'] as const).flatMap((fact): (readonly [string, string])[] =>
    facts[fact] === undefined ? [] : [[security.labels[fact], facts[fact]]],
  );
  return {
    subject: title,
    heading: title,
    paragraphs: [what, notYou],
    rows: [[security.labels.when, when(at, language)], ...rows],
    link: { label: operator.link, path: '/operator/' },
  };
};

/** Writes and sends a mail to an operator. */
export const makeSendOperatorMail =
  ({ brand, transport }: OperatorMailNeeds) =>
  (id: string, job: OperatorMailJob): Promise<void> =>
    transport.send({
      ...renderMail(writeOperatorMail(job), brand, job.language),
      id,
      accountId: null,
      to: job.to,
    });
