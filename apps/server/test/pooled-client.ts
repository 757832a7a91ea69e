import pg from 'pg';

/**
 * Client whose connection changes with each transaction, as PgBouncer in transaction mode changes it: the client talks to the
 * pool, and the pool gives every transaction the next of two connections to the server.
 */
export class PooledClient extends pg.Client {
  readonly #connections: readonly pg.Client[];
  #current = 0;
  #isInTransaction = false;

  constructor(config: pg.ClientConfig) {
    super(config);
    this.#connections = [new pg.Client(config), new pg.Client(config)];
    this.query = ((text: string, values?: unknown[]) => {
      if (!this.#isInTransaction) this.#current = 1 - this.#current;
      if (text === 'begin') this.#isInTransaction = true;
      if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
      return this.#connections[this.#current]?.query(text, values);
    }) as typeof this.query;
  }

  /** Opens both connections. The pool keeps them when its client leaves, so locks of a session stay. */
  async open(): Promise<void> {
    for (const connection of this.#connections) await connection.connect();
  }

  async close(): Promise<void> {
    for (const connection of this.#connections) await connection.end();
  }
}
