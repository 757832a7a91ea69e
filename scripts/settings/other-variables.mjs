/** Environment variables that are no settings of the server. */

/** Variables of tests, measurements and the build: what each does. They stand at the end of docs/settings.md. */
export const testVariables = {
  DATABASE_URL_TEST: 'PostgreSQL for integration tests, in place of the embedded one.',
  TMPDIR: 'Folder for temporary files of the tests, in place of one in memory.',
  NODE_COMPILE_CACHE: 'Folder where Node keeps compiled modules of the programs that tests start.',
  E2E_DELAYS: 'Longest random delay of each answer in browser tests, in milliseconds, with an optional `:<seed>`.',
  STRIPE_TEST_KEY: 'Key of Stripe’s test mode. Tests of the gateway then also run against Stripe.',
  BILLING_SEED: 'Seed of random billing histories.',
  BILLING_RUNS: 'Number of random billing histories.',
  HISTORY_SEED: 'Seed of random histories on the whole server.',
  HISTORY_RUNS: 'Number of random histories on the whole server.',
  KILL_SEED: 'Seed of the test that kills servers.',
  KILL_RENEWALS: 'Renewals in the test that kills servers.',
  KILL_ROUNDS: 'Kills in that test.',
  BENCH_SIZES: 'Sizes to measure at in `npm run bench`, separated by commas.',
  BENCH_CPU_PROFILE: 'Folder for CPU profiles of the server that `npm run bench` measures.',
  PORTAL: 'Address of the portal that `npm run example` and `npm run drill -- openapi` use.',
  RAW_OPTIONS: 'Options of the comparison server. `npm run bench` sets it.',
  FOYER_LANGUAGE: 'Language of a build of the pages. The build sets it.',
};

/** Variables that the operating system, npm or CI sets. */
export const machineVariables = [
  'PATH',
  'TZ',
  'CI',
  'npm_config_cache',
  'npm_config_user_agent',
  'npm_lifecycle_event',
];
