import os from 'node:os';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** Of the last minute: on a machine that is busy otherwise, figures are low and ratios less sure. */
  readonly load: number;
}

const GB = 1_000_000_000;

export const readMachine = (): Machine => ({
  cpu: os.cpus()[0]?.model.trim() ?? 'unknown CPU',
  cores: os.availableParallelism(),
  memoryGb: Math.round(os.totalmem() / GB),
  system: `${os.type()} ${os.arch()}`,
  node: process.versions.node,
  load: os.loadavg()[0] ?? Number.NaN,
});
