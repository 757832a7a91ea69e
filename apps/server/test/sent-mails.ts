import type { SecurityMail } from '@foyer/contract/vocabulary/record-words';
import { expect } from 'vitest';
import type { SecurityMailJob } from '../src/services/mail/ports.ts';
import type { Customer, Harness } from './harness.ts';

/** Runs the jobs of the mail queue, which the harness only records. Each job runs once, also those that a job adds. */
export const makeMailSender = (h: Harness) => {
  let done = 0;
  return {
    /** Runs the queued jobs. Returns those of mails about accounts. */
    deliver: async (): Promise<SecurityMailJob[]> => {
      const delivered: SecurityMailJob[] = [];
      for (; done < h.queued.length; done += 1) {
        const job = h.queued[done];
        if (!job) break;
        await h.work.sendMail(`job-${done}`, job);
        if ('kind' in job && job.kind === 'security') delivered.push(job);
      }
      return delivered;
    },
    /** Secret of the link in the newest mail to an address that has a link to this path. */
    secretOf: async (to: string, path: '/id/#/verify/' | '/id/#/reset/' | '/#/cea/'): Promise<string> => {
      const mails = (await h.services.mailbox?.list(to, 100)) ?? [];
      const secrets = mails
        .flatMap(({ text }) => text.match(/https?:\S+/g) ?? [])
        .flatMap((url) => url.split(path)[1] ?? []);
      expect(secrets.length, `a mail to ${to} with a link to ${path}`).toBeGreaterThan(0);
      return secrets[0] ?? '';
    },
  };
};

/** Template and address of each mail, in the order of sending. */
export const templatesSent = (jobs: readonly SecurityMailJob[]): [SecurityMail, string][] =>
  jobs.map((job) => [job.template, job.to]);

/** Sends the queued mails of a template to a customer, and returns subject and text of each. */
export const sendQueuedMails = async (h: Harness, customer: Customer, template: string): Promise<string[]> => {
  const jobs = h.queued.filter(
    (job) => 'accountId' in job && job.accountId === customer.accountId && job.template === template,
  );
  const before = (await h.mails(customer.email, 0)).length;
  for (const job of jobs) await h.work.sendMail(crypto.randomUUID(), job);
  const mails = await h.mails(customer.email, before + jobs.length);
  return mails.slice(0, jobs.length).map(({ subject, text }) => `${subject}\n${text}`);
};
