import pg from 'pg';
import { isLocal } from '../is-local.ts';

/** `postgresql://user:password@`, the hosts with their ports, and the rest. */
const PARTS = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/is;

/** Splits a connection URI into one address per host, in their order. The default port is 5432, as in libpq. */
export const addressesOf = (url: string): readonly string[] => {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url];
};

/** Describes why Foyer cannot use a connection URI; null if it can. */
export const describeInvalidAddress = (url: string): string | null => {
  const addresses = addressesOf(url);
  if (addresses.length > 1 && addresses.some((address) => /^$|^:/.test(PARTS.exec(address)?.[2] ?? '')))
    return 'names several hosts, and one of them is empty: postgresql://user@db1:5432,db2:5432/foyer';
  const parsed = addresses.map((address) => URL.parse(address));
  if (parsed.some((address) => !/^postgres(ql)?:$/.test(address?.protocol ?? '')))
    return 'must begin with postgresql:// and be an address (encode @, / and % in a password)';
  const { searchParams } = parsed[0] ?? {};
  if (searchParams?.get('host')?.includes(',') || searchParams?.get('port')?.includes(','))
    return 'names several hosts in its query. Put them before the database: postgresql://user@db1:5432,db2:5432/foyer';
  const wanted = searchParams?.get('target_session_attrs') ?? 'read-write';
  return wanted === 'read-write' || wanted === 'primary'
    ? null
    : `asks for target_session_attrs=${wanted}. Foyer writes: use read-write, or leave it out`;
};

/**
 * The first host on another machine that the address reaches without TLS; null when there is none. The driver's own reading
 * counts: it knows `sslmode` and `ssl` of the address, sockets, and the settings `PGHOST` and `PGSSLMODE`.
 */
export const unencryptedHost = (url: string): string | null =>
  addressesOf(url)
    .map((connectionString) => new pg.Client({ connectionString }))
    .find(({ host, ssl }) => !ssl && !host.startsWith('/') && !isLocal(host))?.host ?? null;

/** Time limit for the check of one host. It is shorter than the connection limit of the pool. */
const PROBE_TIMEOUT_MS = 1_000;

interface Probe {
  readonly host: string;
  readonly port: number;
  /** Reason why the host cannot be used. Null if it accepts writes. */
  readonly refusal: string | null;
}

const probe = async (config: pg.ClientConfig, address: string): Promise<Probe> => {
  const client = new pg.Client({
    ...config,
    connectionString: address,
    application_name: 'foyer host check',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => {}); // the query under way rejects; an `error` event without a listener would end the process
  const { host, port } = client;
  try {
    await client.connect();
    const { rows } = await client.query<{ value: string }>(`select current_setting('transaction_read_only') as value`);
    return { host, port, refusal: rows[0]?.value === 'off' ? null : 'takes no writes' };
  } catch (error) {
    return { host, port, refusal: error instanceof Error ? error.message : String(error) };
  } finally {
    void client.end().catch(() => {});
  }
};

/** Code of PostgreSQL for a connection that could not be made (its appendix A). */
const NO_CONNECTION = '08001';

/**
 * Finds the first host that accepts writes, in the given order. All are checked at the same time, so a silent one costs its
 * limit once.
 */
const findWritable = async (config: pg.ClientConfig, addresses: readonly string[]): Promise<Probe> => {
  const refused: string[] = [];
  for (const asked of addresses.map((address) => probe(config, address))) {
    const found = await asked;
    if (found.refusal === null) return found;
    refused.push(`${found.host}:${found.port} (${found.refusal})`);
  }
  const message = `No host of DATABASE_URL takes writes: ${refused.join(', ')}`;
  throw Object.assign(new Error(message), { code: NO_CONNECTION });
};

type Done = ((error: Error) => void) & ((error: null, client: pg.Client) => void);

/**
 * Client that reads the address for its connection, and of several hosts looks for the one that takes writes. Node-pg does
 * neither itself.
 */
const clientOf = (readAddress: () => string) =>
  class extends pg.Client {
    readonly #config: pg.ClientConfig;
    readonly #addresses: readonly string[];

    constructor(config: pg.ClientConfig = {}) {
      const addresses = addressesOf(readAddress());
      super({ ...config, connectionString: addresses[0] });
      this.#config = config;
      this.#addresses = addresses;
    }

    override connect(): Promise<pg.Client>;
    override connect(done: Done): void;
    override connect(done?: Done): Promise<pg.Client> | undefined {
      const connected =
        this.#addresses.length === 1
          ? super.connect()
          : findWritable(this.#config, this.#addresses).then(({ host, port }) => {
              this.host = host;
              this.port = port;
              return super.connect();
            });
      if (!done) return connected;
      connected.then(
        () => done(null, this),
        (error: Error) => done(error),
      );
      return undefined;
    }
  };

/**
 * How to reach the administrator's own database; of several hosts each new connection goes to the one that takes writes.
 * @param readAddress called for each new connection, so that its password can be replaced while the server runs
 */
export const configOfAddress = (url: string, readAddress: (() => string) | null = null): pg.PoolConfig => {
  const [first, second] = addressesOf(url);
  const isPlain = second === undefined && readAddress === null;
  return isPlain
    ? { connectionString: url }
    : { connectionString: first, Client: clientOf(readAddress ?? (() => url)) };
};
