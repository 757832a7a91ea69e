import { FoyerError } from './foyer-error.ts';
import type {
  CodeOrder,
  CustomerSearch,
  Entitlements,
  EventPage,
  GivenPlan,
  PackageOrder,
  PortalLink,
  PortalLinkOrder,
  TermOrder,
  UsageReport,
  VendorCustomer,
  VendorKey,
} from './types.ts';

export interface VendorClientOptions {
  /** Address of the portal, such as `https://account.vendor.example`. */
  readonly portal: string;
  /** Key of the vendor API (`foyer_vk_…`). It belongs to a server and never to a page. */
  readonly key: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Time limit of a call. */
  readonly timeoutMs?: number | undefined;
}

/** The same key in a repetition gives the first answer and no second effect. */
export interface Once {
  readonly idempotencyKey?: string | undefined;
}

/** Entitlements with the tag that asks whether they have changed. */
export interface TaggedEntitlements extends Entitlements {
  readonly etag: string | null;
}

interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const TIMEOUT_MS = 15_000;

/** Makes the client of the vendor API. A refused call throws a `FoyerError`; it repeats no call. */
export const createVendorClient = ({ portal, key, fetch: given, timeoutMs = TIMEOUT_MS }: VendorClientOptions) => {
  const send = async ({ method, path, headers, body }: Sent): Promise<Response> => {
    const answer = await (given ?? fetch)(new URL(`/vendor/v1${path}`, portal), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok && answer.status !== 304) throw await FoyerError.from(answer);
    return answer;
  };
  const read = async <Reply>(path: string): Promise<Reply> => (await send({ method: 'GET', path })).json();
  const write = (path: string, body: object, { idempotencyKey = crypto.randomUUID() }: Once): Promise<Response> =>
    send({ method: 'POST', path, body, headers: { 'idempotency-key': idempotencyKey } });
  const accountPath = (accountId: string, rest: string): string => `/accounts/${encodeURIComponent(accountId)}/${rest}`;

  return {
    /** Reads name, scopes and expiry of the key. */
    readKey: (): Promise<VendorKey> => read('/key'),
    /** Finds a customer by external id or email address, and creates one if there is none and the email is known. */
    findOrCreateCustomer: async (search: CustomerSearch, once: Once = {}): Promise<VendorCustomer> =>
      (await write('/customers', search, once)).json(),
    /** Reads what an account may use. Null if it is unchanged since the answer with this `etag`. */
    readEntitlements: async (accountId: string, etag?: string | null): Promise<TaggedEntitlements | null> => {
      const answer = await send({
        method: 'GET',
        path: accountPath(accountId, 'entitlements'),
        headers: etag ? { 'if-none-match': etag } : {},
      });
      if (answer.status === 304) return null;
      return { ...((await answer.json()) as Entitlements), etag: answer.headers.get('etag') };
    },
    /** Lists changes of entitlements after a cursor, oldest first. */
    listEvents: ({ cursor, pageSize }: { cursor?: string; pageSize?: number } = {}): Promise<EventPage> => {
      const query = new URLSearchParams();
      if (cursor !== undefined) query.set('cursor', cursor);
      if (pageSize !== undefined) query.set('pageSize', String(pageSize));
      return read(`/events?${query}`);
    },
    /** Gives a term, a perpetual licence or maintenance without a charge. */
    giveTerm: async (accountId: string, order: TermOrder, once: Once = {}): Promise<GivenPlan> =>
      (await write(accountPath(accountId, 'terms'), order, once)).json(),
    /** Gives a package of a tier without a charge, beside what the customer has. */
    givePackage: async (accountId: string, order: PackageOrder, once: Once = {}): Promise<GivenPlan> =>
      (await write(accountPath(accountId, 'packages'), order, once)).json(),
    /** Redeems a prepaid or maintenance code. */
    redeemCode: async (accountId: string, order: CodeOrder, once: Once = {}): Promise<GivenPlan> =>
      (await write(accountPath(accountId, 'codes'), order, once)).json(),
    /** Makes a link that opens one page of the portal, once and within five minutes. Redirect to it at once. */
    createPortalLink: async (accountId: string, order: PortalLinkOrder): Promise<PortalLink> =>
      (await send({ method: 'POST', path: accountPath(accountId, 'portal-links'), body: order })).json(),
    /** Reports how much of a limit an account uses. A report that was sent before changes nothing. */
    reportUsage: async (accountId: string, report: UsageReport): Promise<void> => {
      await send({ method: 'PUT', path: accountPath(accountId, 'usage'), body: report });
    },
    /** Writes a note that operators read at the customer. */
    addNote: async (accountId: string, text: string, once: Once = {}): Promise<void> => {
      await write(accountPath(accountId, 'notes'), { text }, once);
    },
  };
};

export type VendorClient = ReturnType<typeof createVendorClient>;
