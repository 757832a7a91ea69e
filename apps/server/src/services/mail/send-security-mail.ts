import { languages } from '@foyer/contract/vocabulary/languages';
import { type MailBrand, renderMail } from './layout.ts';
import type { MailTransport, SecurityMailJob } from './ports.ts';
import { writeSecurityLetter } from './security-letters.ts';

export interface SecurityMailNeeds {
  readonly linkSecret: (emailTokenId: string) => string;
  readonly brand: (key: string) => MailBrand;
  readonly transport: MailTransport;
}

/** Writes and sends a mail about the account itself. The secret of its link comes into being here and nowhere before. */
export const makeSendSecurityMail =
  ({ linkSecret, brand, transport }: SecurityMailNeeds) =>
  async (id: string, job: SecurityMailJob): Promise<void> => {
    const { language = languages[0] } = job;
    const secret = job.emailTokenId === null ? null : linkSecret(job.emailTokenId);
    await transport.send({
      ...renderMail(writeSecurityLetter(job, secret, language), brand(job.brand), language),
      id,
      accountId: job.accountId,
      to: job.to,
    });
  };
