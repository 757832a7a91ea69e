import pg from 'pg';

/** One short connection for one piece of work. */
export const withClient = async <T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(config);
  client.on('error', () => {}); // the query under way rejects; an `error` event without a listener would end the test run
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
};
