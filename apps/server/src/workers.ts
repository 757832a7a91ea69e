import type { Work } from './compose.ts';
import { runEvery } from './jobs/run-every.ts';
import { pollingStage, repeatingStage, runStages, type Stage } from './jobs/run-stages.ts';

/** What goes on behind the calls, and what it is told by. */
export interface WorkerNeeds {
  readonly work: Pick<
    Work,
    | 'runDueWork'
    | 'recoverAttempts'
    | 'processWebhooks'
    | 'advanceClocks'
    | 'recoverRefunds'
    | 'recoverSetups'
    | 'finishRemovals'
    | 'makeExports'
    | 'sweepClosings'
  >;
  /** What the sandbox gateway has to tell our webhook. */
  readonly deliverEvents: () => Promise<unknown>;
  readonly measureClock: () => Promise<unknown>;
  readonly followCatalogue: () => Promise<unknown>;
  readonly onFault: (error: unknown, stage?: string) => void;
  readonly pauseMs: number;
}

export interface Workers {
  /** Look again now instead of at the next turn. */
  kick(): void;
  /** Begins nothing new, and waits for what is under way. */
  stop(): Promise<void>;
}

/** Starts the loops of background work. Each does its stages in turn; none waits for another loop. */
export const startWorkers = (needs: WorkerNeeds): Workers => {
  const { work, onFault, pauseMs } = needs;
  let isStopping = false;
  const everyTurn = (...stages: readonly Stage[]) =>
    runEvery(pauseMs, () => runStages(stages, onFault, () => isStopping), onFault);
  const loops = [
    everyTurn(
      { name: 'clocks', run: work.advanceClocks },
      repeatingStage('recovery', work.recoverAttempts),
      pollingStage('sandbox events', needs.deliverEvents),
      repeatingStage('gateway events', work.processWebhooks),
      repeatingStage('refunds', work.recoverRefunds),
    ),
    // After an outage thousands are due, and a lost payment is found within five minutes all the same (INV-2).
    everyTurn(repeatingStage('due work', () => work.runDueWork(() => isStopping))),
    everyTurn(pollingStage('clock', needs.measureClock), pollingStage('catalogue', needs.followCatalogue)),
    // What may take long and nobody is charged by: it holds no renewal up.
    everyTurn(
      repeatingStage('removals', work.finishRemovals),
      repeatingStage('cards being saved', work.recoverSetups),
      repeatingStage('exports', work.makeExports),
      pollingStage('sweep', work.sweepClosings),
    ),
  ];
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
