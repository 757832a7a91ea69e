import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from '../cleanup.ts';
import { stopProcess } from '../processes.ts';
import type { Answer, Job, Outcome } from './job.ts';

/** Starts the load process. The returned function runs a job on it; call it again only after the job has ended. */
export const startLoad = (cleanup: Cleanup): ((job: Job) => Promise<Outcome>) => {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)));
  cleanup.add('load', () => stopProcess(child));
  return (job) =>
    new Promise((done, failed) => {
      const ended = () => failed(new Error('the load process exited before it sent an outcome'));
      child.once('exit', ended);
      child.once('message', (answer: Answer) => {
        child.off('exit', ended);
        if ('outcome' in answer) done(answer.outcome);
        else failed(new Error(answer.failure));
      });
      child.send(job);
    });
};
