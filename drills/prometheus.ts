import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitUntilReady } from './servers.ts';

/** A Prometheus that reads the alert rules of docs/operations/alerts.yaml with all times shortened. */

const ALERTS = path.join(import.meta.dirname, '../docs/operations/alerts.yaml');
/** Each time of the rules is divided by this, so that a fault of 15 minutes takes 90 s. */
export const TIMES_FASTER = 10;
/** Smallest age in seconds that a rule compares with. Smaller numbers are rates and shares. */
const SMALLEST_AGE_SECONDS = 600;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/** A number of calls to the gateway that a rule compares with. In a tenth of the time there are a tenth of the calls. */
const COUNTED_CALLS = /(?<=increase\(foyer_gateway_call_\S+\)\) > )\d+/g;

/** The rules with durations, compared ages and numbers of calls divided by `TIMES_FASTER`. */
const shortenRules = (rules: string): string =>
  rules
    .replaceAll(
      /(?<=for: |\[)(\d+)([smh])/g,
      (_, count: string, unit: string) => `${(Number(count) * (SECONDS[unit] ?? 1)) / TIMES_FASTER}s`,
    )
    .replaceAll(COUNTED_CALLS, (count) => String(Number(count) / TIMES_FASTER))
    .replaceAll(/(?<=[<>] )(\d+)\b/g, (number) =>
      Number(number) >= SMALLEST_AGE_SECONDS ? String(Number(number) / TIMES_FASTER) : number,
    );

const configFor = (port: number): string => `
global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [alerts.yaml]
scrape_configs:
  - job_name: foyer
    static_configs: [{ targets: ['127.0.0.1:${port}'] }]
`;

export interface Watcher {
  readonly child: ChildProcess;
  /** Names of the alerts that fire now. */
  firing(): Promise<readonly string[]>;
  /** Names of all alerts that fired within the last seconds. */
  firedWithin(seconds: number): Promise<readonly string[]>;
}

/** Starts Prometheus in the folder. Resolves when it answers. */
export const startPrometheus = async (folder: string, port: number, metricsPort: number): Promise<Watcher> => {
  writeFileSync(path.join(folder, 'alerts.yaml'), shortenRules(readFileSync(ALERTS, 'utf8')));
  writeFileSync(path.join(folder, 'prometheus.yaml'), configFor(metricsPort));
  const log = openSync(path.join(folder, 'prometheus.txt'), 'a');
  const child = spawn(
    'prometheus',
    [
      `--config.file=${path.join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${path.join(folder, 'series')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', log, log] },
  );
  await waitUntilReady(`http://127.0.0.1:${port}/-/ready`);
  const namesOf = async (query: string): Promise<readonly string[]> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?${new URLSearchParams({ query })}`);
    const { data } = (await answer.json()) as { data: { result: { metric: { alertname: string } }[] } };
    return data.result.map(({ metric }) => metric.alertname).sort();
  };
  const FIRING = 'ALERTS{alertstate="firing"}';
  return {
    child,
    firing: () => namesOf(`count by (alertname) (${FIRING})`),
    firedWithin: (seconds) => namesOf(`count by (alertname) (count_over_time(${FIRING}[${Math.ceil(seconds)}s]))`),
  };
};
