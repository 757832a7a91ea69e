import os from 'node:os';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** Load average of the last minute. Other load lowers the figures and makes the ratios less certain. */
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
