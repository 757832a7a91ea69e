import { describe, expect, test } from 'vitest';
import { repeatingStage, runStages } from './run-stages.ts';

const turn = async (...results: readonly (number | 'fault')[]) => {
  const ran: string[] = [];
  const told: string[] = [];
  const stages = results.map((result, index) =>
    repeatingStage(`stage ${index + 1}`, async () => {
      ran.push(`stage ${index + 1}`);
      if (result === 'fault') throw new Error('it cannot be done');
      return result;
    }),
  );
  const more = await runStages(stages, (_error, stage) => told.push(stage));
  return { more, ran, told };
};

describe('[INV-25] one turn of the worker', () => {
  test.each<[string, (number | 'fault')[], boolean, string[]]>([
    ['nothing to do', [0, 0, 0], false, []],
    ['something in the first', [3, 0, 0], true, []],
    ['something in the last', [0, 0, 1], true, []],
    ['the first fails: the others have their turn', ['fault', 2, 0], true, ['stage 1']],
    ['one in the middle fails', [0, 'fault', 0], false, ['stage 2']],
    ['all fail', ['fault', 'fault', 'fault'], false, ['stage 1', 'stage 2', 'stage 3']],
  ])('%s', async (_title, results, more, told) => {
    expect(await turn(...results)).toEqual({ more, told, ran: ['stage 1', 'stage 2', 'stage 3'] });
  });
});
