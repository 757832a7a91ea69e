import type { Work } from './compose.ts';
import { runEvery } from './jobs/run-every.ts';
import { pollingStage, repeatingStage, runStages, type Stage } from './jobs/run-stages.ts';

/** Background work and its settings. */
export interface WorkerNeeds {
  /** False for a server that answers calls only (`ROLE=web`). The clock and the catalogue are still followed. */
  readonly doesWork: boolean;
  readonly work: Pick<
    Work,
    | 'runDueWork'
    | 'recoverAttempts'
    | 'processWebhooks'
    | 'advanceClocks'
    | 'recoverRefunds'
    | 'recoverSetups'
    | 'finishRemovals'
    | 'finishClosings'
    | 'makeExports'
    | 'sweepClosings'
    | 'sendLogouts'
  >;
  /** Delivers events of the sandbox gateway to the webhook. */
  readonly deliverEvents: () => Promise<unknown>;
  readonly measureClock: () => Promise<unknown>;
  readonly followCatalogue: () => Promise<unknown>;
  readonly keepPageFiles: () => Promise<unknown>;
  readonly onFault: (error: unknown, stage?: string) => void;
  /** Receives each run of a stage. The start counts as a run of each, and so does a batch of due work. */
  readonly onRun?: (stage: string, hasFailed: boolean) => void;
  readonly pauseMs: number;
}

export interface Workers {
  /** Starts the next turn now. */
  kick(): void;
  /** Starts no further work and waits for work in progress. */
  stop(): Promise<void>;
}

/** Starts the loops of background work. Each runs its stages in order, and no loop waits for another. */
export const startWorkers = (needs: WorkerNeeds): Workers => {
  const { work, onFault, onRun, pauseMs } = needs;
  let isStopping = false;
  const everyTurn = (...stages: readonly Stage[]) => {
    // A stage that hangs in its first run would otherwise have no time for the alert to compare with.
    for (const { name } of stages) onRun?.(name, false);
    return runEvery(pauseMs, () => runStages(stages, onFault, () => isStopping, onRun), onFault);
  };
  const startWork = () => [
    everyTurn(
      { name: 'clocks', run: work.advanceClocks },
      repeatingStage('recovery', work.recoverAttempts),
      pollingStage('sandbox events', needs.deliverEvents),
      repeatingStage('gateway events', work.processWebhooks),
      repeatingStage('refunds', work.recoverRefunds),
    ),
    // A separate loop: after an outage thousands of accounts are due, and lost payments must still be found within five
    // minutes (INV-2).
    everyTurn(
      repeatingStage('due work', () =>
        work.runDueWork(
          () => isStopping,
          () => onRun?.('due work', false),
        ),
      ),
    ),
    // A separate loop, so that products learn of a sign-out within seconds.
    everyTurn(repeatingStage('product logouts', work.sendLogouts)),
    // A separate loop for work that may take long and charges no customer, so that renewals do not wait for it.
    everyTurn(
      repeatingStage('removals', work.finishRemovals),
      repeatingStage('closings', work.finishClosings),
      repeatingStage('cards being saved', work.recoverSetups),
      repeatingStage('exports', work.makeExports),
      pollingStage('sweep', work.sweepClosings),
    ),
  ];
  const following = everyTurn(
    pollingStage('clock', needs.measureClock),
    pollingStage('catalogue', needs.followCatalogue),
    pollingStage('page files', needs.keepPageFiles),
  );
  const loops = needs.doesWork ? [following, ...startWork()] : [following];
  return {
    kick: () => {
      for (const loop of loops) loop.kick();
    },
    stop: async () => {
      isStopping = true;
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
};
