import type { SecurityMail } from '@foyer/contract/vocabulary/record-words';
import { expect } from 'vitest';
import type { SecurityMailJob } from '../src/services/mail/ports.ts';
import type { Customer, Harness } from './harness.ts';

/** The work of the mail queue, which the harness only records: each job once, those that a job makes too. */
export const makePostman = (h: Harness) => {
  let done = 0;
  return {
    /** Does the queued jobs; gives the mails about accounts among them. */
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
    /** The secret of the link in the newest mail of a kind to an address. */
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

/** Mails that arrived, in order, with their addresses. */
export const arrivals = (jobs: readonly SecurityMailJob[]): [SecurityMail, string][] =>
  jobs.map((job) => [job.template, job.to]);

/** Sends the queued mails of a template to a customer, and returns subject and text of each. */
export const said = async (h: Harness, customer: Customer, template: string): Promise<string[]> => {
  const jobs = h.queued.filter(
    (job) => 'accountId' in job && job.accountId === customer.accountId && job.template === template,
  );
  const before = (await h.mails(customer.email, 0)).length;
  for (const job of jobs) await h.work.sendMail(crypto.randomUUID(), job);
  const mails = await h.mails(customer.email, before + jobs.length);
  return mails.slice(0, jobs.length).map(({ subject, text }) => `${subject}\n${text}`);
};
