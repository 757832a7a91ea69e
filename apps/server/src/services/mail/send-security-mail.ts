import { languages } from '@foyer/contract/vocabulary/languages';
import { type MailBrand, renderMail } from './layout.ts';
import type { MailTransport, SecurityMailJob } from './ports.ts';
import { writeSecurityMail } from './security-mails.ts';

export interface SecurityMailNeeds {
  readonly linkSecret: (emailTokenId: string) => string;
  readonly brand: (key: string) => MailBrand;
  readonly transport: MailTransport;
}

/** As it comes out of the queue: one that was put there before mails had a language has none. */
type Queued = Omit<SecurityMailJob, 'language'> & Partial<Pick<SecurityMailJob, 'language'>>;

/** Writes and sends a mail about the account itself. The secret of its link comes into being here and nowhere before. */
export const makeSendSecurityMail =
  ({ linkSecret, brand, transport }: SecurityMailNeeds) =>
  async (id: string, queued: Queued): Promise<void> => {
    const job: SecurityMailJob = { ...queued, language: queued.language ?? languages[0] };
    const secret = job.emailTokenId === null ? null : linkSecret(job.emailTokenId);
    await transport.send({
      ...renderMail(writeSecurityMail(job, secret, job.language), brand(job.brand), job.language),
      id,
      accountId: job.accountId,
      to: job.to,
    });
  };
