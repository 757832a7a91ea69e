/**
 * Declares every setting of the server. config.ts takes defaults from here and can read no other environment variable.
 * `npm run settings` writes docs/settings.md from this table.
 */

/** Groups of docs/settings.md in its order: the heading, and a text about all settings of the group. */
export const settingGroups = {
  listening: { title: 'Where it listens' },
  proxy: { title: 'Proxy' },
  storage: { title: 'Data and database' },
  secrets: {
    title: 'Secrets',
    note: 'A setting that holds a secret can be given as a file, as vaults and container platforms hand secrets over: see [Secrets from files](#secrets-from-files).',
  },
  signIn: {
    title: 'Sign-in provider',
    note: 'Set all three `OIDC_` settings or none. If they are set, an OpenID Connect provider signs customers in instead of the sign-in pages of Foyer. Register `<address>/api/auth/oidc/callback` at the provider for `PUBLIC_URL` and for the host of each brand. The provider must honour `max_age`, send `auth_time`, and sign ID tokens with a key of its `jwks_uri` (not `HS256`).',
  },
  payments: {
    title: 'Payments',
    note: 'Set both keys and the webhook secret, or none. If they are set, Stripe takes the payments instead of the sandbox. They need `SMTP_URL` and your own database, and there are no demo customers and no sandbox clock. Let Stripe send its events to `<address>/webhooks/stripe`.',
  },
  mail: { title: 'Mail', note: 'Without a mail server, mails go into the sandbox mailbox.' },
  brands: { title: 'Brands and hosts' },
  catalogue: { title: 'Catalogue' },
  products: {
    title: 'Products',
    note: 'Set `PRODUCT_HOOKS` and `PRODUCT_HOOK_SECRET` both or none. Whenever the entitlements of an account change, the product gets a message `entitlement.changed`, signed as in the Standard Webhooks specification ([decision 11](decisions/0011-full-state-in-product-messages.md)).',
  },
  accounts: { title: 'Accounts' },
  screening: {
    title: 'Export screening',
    note: 'Lists are separated by commas. A pending or denied review blocks every download of the account; an operator decides. A domain includes its sub-domains.',
  },
  limits: {
    title: 'Limits',
    note: 'Whole numbers, at least 1. Limits of requests (`LIMIT_REQUESTS_…`, `LIMIT_WRITES_…`) are counted in memory, and all servers exchange the counts of busy callers. Limits of sign-in, registration, links in mails and codes are counted in the database before the call. An IPv6 caller is counted by its /64, and its /48 by ten times the limit.',
  },
  operation: { title: 'Role, log and stop' },
  sandbox: { title: 'Demo and sandbox' },
} as const satisfies Record<string, { readonly title: string; readonly note?: string }>;

/** One environment variable. */
export interface Setting {
  readonly group: keyof typeof settingGroups;
  /** Value used when the variable is not set. A path is relative to the project folder. */
  readonly default?: string;
  /** Behaviour without the variable, as text: instead of a default, or as its condition. */
  readonly otherwise?: string;
  /** Sentences for docs/settings.md, in Markdown. */
  readonly text: string;
  /** True for a secret. It can also come from the file named by the variable with the suffix `_FILE`. */
  readonly isSecret?: true;
}

export const settings = {
  PORT: { group: 'listening', default: '4000', text: 'TCP port of the server.' },
  HOST: {
    group: 'listening',
    default: '127.0.0.1',
    text: 'Address to listen at. An address that other machines reach needs Stripe or `SANDBOX=1`.',
  },
  PUBLIC_URL: {
    group: 'listening',
    otherwise: '`http://localhost:<PORT>`',
    text: 'Address that links in mails begin with. It begins with `https://` unless the host is this machine, and has no user, password, query or fragment. Required with a mail server on another machine.',
  },
  TRUST_PROXY: {
    group: 'proxy',
    default: '0',
    text: 'Number of proxies in front of the server, 0 to 10. Each proxy must set `X-Forwarded-For` in place of what the caller sent and pass on `Host`. `X-Forwarded-Host` is ignored ([operations.md](operations.md#proxy), [security.md](security.md#duties-of-the-installation)).',
  },
  FOYER_HOME: {
    group: 'storage',
    default: '.foyer',
    text: 'Folder of the embedded database, its passwords and the generated secret. Give `npm run foyer` the folder of the server; only `npm start` makes a new one.',
  },
  DATABASE_URL: {
    group: 'storage',
    otherwise: 'the embedded database',
    isSecret: true,
    text: 'Address of your own PostgreSQL, version 15 or newer. `FOYER_SECRET` is then required. With several hosts (`postgresql://user:password@db1:5432,db2:5432/foyer`) each new connection goes to the first host that takes writes. As a file (`DATABASE_URL_FILE`) it is read for each new connection, so a vault can replace its password ([keys.md](keys.md#credentials-of-the-database-that-expire)).',
  },
  DATABASE_OWNER_URL: {
    group: 'storage',
    otherwise: 'the role of `DATABASE_URL`',
    isSecret: true,
    text: 'Address of the same database with the role that owns and migrates the tables. The role of `DATABASE_URL` then only reads and writes rows ([decision 34](decisions/0034-two-roles-of-the-database.md)).',
  },
  DATABASE_TLS: {
    group: 'storage',
    default: 'on',
    text: 'With `on`, both database addresses need `sslmode` (`verify-full`) for a database on another machine; sockets and addresses of this machine do not. `off` allows a connection without TLS. Use it only where the network itself is encrypted.',
  },
  DATABASE_CONNECTIONS: {
    group: 'storage',
    default: '10',
    text: 'Connections for calls and background work, 2 to 500. The queue has 3 more, and the sandbox 5. A server does not start if the database allows fewer ([servers](operations/servers.md)).',
  },
  MIGRATION_LOCK_TIMEOUT_MS: {
    group: 'storage',
    default: '500',
    text: 'Milliseconds, 1 to 600000, that a migration waits for a lock. Calls that need the same table wait behind it. Keep it below `deadlock_timeout` of PostgreSQL (1 s), which would end a call instead. It is then rolled back and tried again 5 s later, until it gets the lock ([upgrade](operations/upgrade.md)).',
  },
  DATABASE_SYSTEM_USER: {
    group: 'storage',
    otherwise: 'the first of `foyer`, `postgres`, `nobody` that the machine has',
    text: 'System user that runs the embedded database when root starts Foyer. Existing data keeps its owner; the log says how to give it to another user. Other programs use `nobody` too, so the log warns of it.',
  },
  FOYER_SECRET: {
    group: 'secrets',
    otherwise: 'made at the first start of the embedded database',
    isSecret: true,
    text: 'Secret from which every key is derived ([keys.md](keys.md)): at least 32 characters, 8 of them different. Set `new,old` while you replace it: the first signs, both read. The server does not start with a secret that the database does not know.',
  },
  FOYER_SECRET_IS_LOST: {
    group: 'secrets',
    default: '0',
    text: '`1` for one start: the database accepts the current `FOYER_SECRET` as its new one.',
  },
  BACKUP_PASSPHRASE: {
    group: 'secrets',
    otherwise: 'backups are not encrypted',
    isSecret: true,
    text: 'Passphrase of `npm run foyer -- backup` and `restore`, at least 12 characters ([backup](operations/backup.md)). A server does not use it.',
  },
  OIDC_ISSUER: {
    group: 'signIn',
    text: 'Issuer address of the provider. It begins with `https://` (`http://` only on localhost).',
  },
  OIDC_CLIENT_ID: { group: 'signIn', text: 'Client id that the provider gave Foyer.' },
  OIDC_CLIENT_SECRET: { group: 'signIn', isSecret: true, text: 'Client secret that the provider gave Foyer.' },
  STRIPE_SECRET_KEY: {
    group: 'payments',
    isSecret: true,
    text: 'Secret or restricted key (`sk_…`, `rk_…`). Its mode, test or live, must be that of the publishable key.',
  },
  STRIPE_PUBLISHABLE_KEY: {
    group: 'payments',
    text: 'Publishable key (`pk_…`) for the card form in the browser.',
  },
  STRIPE_WEBHOOK_SECRET: {
    group: 'payments',
    isSecret: true,
    text: 'Signing secret of the webhook endpoint (`whsec_…`). Two, separated by a comma, are valid while you replace one.',
  },
  STRIPE_API_URL: {
    group: 'payments',
    otherwise: 'Stripe',
    text: 'Address of a substitute for the Stripe API, for tests: `http://` on localhost, and only with test keys.',
  },
  SMTP_URL: {
    group: 'mail',
    otherwise: 'the sandbox mailbox',
    isSecret: true,
    text: 'Mail server (`smtps://user:password@host`). With `smtp://` a server on another machine, or with a user in the address, must offer STARTTLS.',
  },
  MAIL_FROM: { group: 'mail', text: 'Address that mails come from. Required with `SMTP_URL`.' },
  BRANDS: {
    group: 'brands',
    default: 'catalog/brands.yaml',
    text: 'File with the brands, one or more with keys of your own: names, host names, accent colours, icon and links of each family, contacts, and the payee of every receipt. Copy the file and write your own; a live Stripe key requires it. Two contacts are optional: `contacts.exportControlEmail` (export reviews) and `helpEmail` of a family (its licences). By default, customers are sent to `supportEmail`. `clients` names the products that send their visitors here. A sign-in gives a client an authorization code with PKCE, at the full addresses in `signInAddresses` only and behind the `#` ([decision 49](decisions/0049-authorization-codes-for-clients.md)).',
  },
  DEFAULT_BRAND: {
    group: 'brands',
    otherwise: 'the first brand of `BRANDS`',
    text: 'Brand, by its key, of every host name that no brand has.',
  },
  BRAND_HOSTS: {
    group: 'brands',
    otherwise: '`hosts` of each brand in `BRANDS`',
    text: 'Host names of the brands (`account.example.com=key,…`), in place of those in the brands file.',
  },
  OPERATOR_HOSTS: {
    group: 'brands',
    otherwise: 'the operator site is at every host name',
    text: 'Host names of the operator site only, such as `operator.example.com`. `/operator/`, `/api/operator/*`, `/api/docs` and `/api/openapi.json` are then served at these host names only. The portal, the sign-in pages and the calls of customers are not served there. So a script in one cannot act in the other.',
  },
  DEVELOPMENT_HOSTS: {
    group: 'brands',
    default: 'localhost,127.0.0.1',
    otherwise: 'also hosts of brands that end in `.localhost`; none with `SANDBOX=1` and a public address',
    text: 'Host names that are not production. The sandbox mailbox, which shows every mail to every caller, is served at these only. A caller can send any `Host`. So on a server that other machines reach, name a host only if everyone in the network may read the mails.',
  },
  CATALOGUE: {
    group: 'catalogue',
    default: 'catalog',
    text: 'Folder with `families.yaml`, `plans.yaml`, `features.yaml`, `maintenance.yaml`, `promotions.yaml` and `tax-rates.yaml`. With `clients.yaml` in it, its products sign their users in here ([openid.md](openid.md)).',
  },
  PRODUCT_HOOKS: {
    group: 'products',
    text: 'Address at which each product receives messages: `lab=https://…,cloud=https://…` (`http://` only on localhost).',
  },
  PRODUCT_HOOK_SECRET: {
    group: 'products',
    isSecret: true,
    text: 'Key that signs the messages: `whsec_` and 24 to 64 bytes in base64. Two, separated by a comma, while you replace one.',
  },
  OPENID_CLIENT_SECRETS: {
    group: 'products',
    isSecret: true,
    text: 'Secret of each confidential client in `clients.yaml`: `<client>=<secret>,…`, at least 32 characters each and without a comma ([openid.md](openid.md)).',
  },
  DEFAULT_CLAIMS: {
    group: 'accounts',
    otherwise:
      'the claims of all families, and `usr:info:update,usr:info:delete,usr:password:update,access:mfa:create`',
    text: 'Claims (permissions) of a new customer: by default all products in `families.yaml`, and every change of the own account.',
  },
  ADDRESS_CHANGE: {
    group: 'accounts',
    default: 'support',
    text: 'Who changes an address after it was entered: an operator (`support`) or the customer (`self`).',
  },
  BREACHED_PASSWORDS: {
    group: 'accounts',
    otherwise: 'no list',
    text: 'File of stolen passwords, which customers and operators cannot choose. One SHA-1 hash in hexadecimal digits a line, sorted, with or without `:` and a count, as the Have I Been Pwned downloader writes it into one file. The server searches it on the disk, so its size does not matter.',
  },
  SCREENING_REVIEW_COUNTRIES: {
    group: 'screening',
    default: 'CU,IR,KP,SY',
    text: 'Countries of an address that need a review. The default is the countries under a full embargo (15 CFR 746).',
  },
  SCREENING_DENY_COUNTRIES: {
    group: 'screening',
    default: '',
    text: 'Countries of an address whose review is denied at once.',
  },
  SCREENING_REVIEW_DOMAINS: { group: 'screening', default: '', text: 'Email domains that need a review.' },
  SCREENING_DENY_DOMAINS: { group: 'screening', default: '', text: 'Email domains whose review is denied at once.' },
  LIMIT_REQUESTS_PER_ADDRESS: { group: 'limits', default: '300', text: 'Requests per minute from one address.' },
  LIMIT_REQUESTS_PER_ACCOUNT: { group: 'limits', default: '120', text: 'Requests per minute of one account.' },
  LIMIT_WRITES_PER_ACCOUNT: { group: 'limits', default: '30', text: 'Changes per minute of one account.' },
  LIMIT_REQUESTS_PER_VENDOR_KEY: {
    group: 'limits',
    default: '600',
    text: 'Calls of the vendor API per minute with one key, and from one address.',
  },
  LIMIT_REQUESTS_PER_PRODUCT: {
    group: 'limits',
    default: '600',
    text: 'Calls to the OpenID provider per minute by one product with a secret, and from one address.',
  },
  LIMIT_EVENT_LOOP_DELAY_MS: {
    group: 'limits',
    default: '2000',
    text: 'Calls get 503 while the work of the process is this many milliseconds late. Raise it on a machine that stalls at times; lower it behind a load balancer that sends calls to another server.',
  },
  LIMIT_DATABASE_WAIT_MS: {
    group: 'limits',
    default: '4000',
    text: 'A call gets 503 if its connection, locks and statements take longer than this many milliseconds. Raise it only if a slow disk or network is expected: callers then wait longer until they hear of a failure.',
  },
  LIMIT_CREDENTIALS_PER_MINUTE: {
    group: 'limits',
    default: '30',
    text: 'Registrations, verifications of an email address and password resets per minute from one address. Raise it where many customers share one address, such as a school.',
  },
  LIMIT_CREDENTIALS_PER_HOUR: { group: 'limits', default: '300', text: 'The same calls per hour.' },
  LIMIT_WRONG_SIGN_INS_PER_MINUTE: {
    group: 'limits',
    default: '30',
    text: 'Wrong passwords and codes at sign-in per minute from one address.',
  },
  LIMIT_WRONG_SIGN_INS_PER_HOUR: { group: 'limits', default: '300', text: 'The same attempts per hour.' },
  LOG_LEVEL: {
    group: 'operation',
    default: 'info',
    text: 'Level of the JSON log on standard output: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
  DRAIN_DELAY_SECONDS: {
    group: 'operation',
    default: '0',
    text: 'Seconds, 0 to 300, between the stop signal, after which `/readyz` answers 503, and the end of listening. Set the time that a load balancer needs to take the server out ([operations.md](operations.md#stop)).',
  },
  METRICS_PORT: {
    group: 'operation',
    otherwise: 'no metrics',
    text: 'TCP port of `GET /metrics` in the text format of Prometheus, at the address `HOST`. It differs from `PORT`, and customers must not reach it ([metrics](operations/metrics.md)).',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    group: 'operation',
    otherwise: 'no traces',
    text: 'Address of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318`. Traces are sent to its path `/v1/traces` ([traces](operations/traces.md)).',
  },
  ROLE: {
    group: 'operation',
    default: 'all',
    text: '`all` answers calls and does background work. `web` answers calls only: it renews, retries, reminds, mails and reports nothing, and events of the payment provider wait for a server with another role. `worker` does background work, and answers only `/healthz`, `/readyz`, `/version` and the events of the payment provider ([servers](operations/servers.md)).',
  },
  WORK_PAUSE_MS: {
    group: 'operation',
    default: '2000',
    text: 'Milliseconds, 100 to 60000, between two looks of background work for renewals, events and other rows that are due.',
  },
  QUEUE_PAUSE_MS: {
    group: 'operation',
    default: '500',
    text: 'Milliseconds, 500 to 60000, between two looks of each of the three queues for mails, messages to products and cards to detach.',
  },
  DEMO: {
    group: 'sandbox',
    otherwise: '`1`; `0` with `SMTP_URL`, `OIDC_ISSUER` or `PRODUCT_HOOKS`',
    text: '`1` loads demo customers, `0` does not. With `0`, demo customers that were loaded before cannot sign in, and the log counts them.',
  },
  SANDBOX: {
    group: 'sandbox',
    default: '0',
    text: '`1` allows a server without a payment provider that other machines reach (`PUBLIC_URL`, `HOST` or a name in `BRAND_HOSTS` is not this machine). Every plan is then sold for test cards. Log, greeting and pages say so ([decision 33](decisions/0033-public-sandbox.md)).',
  },
  SANDBOX_EVENTS: {
    group: 'sandbox',
    default: '',
    text: 'Faults in the delivery of the sandbox’s own events, for tests: any of `duplicate,shuffle,delay,lose`.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

export const settingNames = Object.keys(settings) as readonly SettingName[];

/** Settings that hold a secret. */
export type SecretName = {
  [name in SettingName]: (typeof settings)[name] extends { readonly isSecret: true } ? name : never;
}[SettingName];

export const isSecretName = (name: SettingName): name is SecretName => 'isSecret' in settings[name];

/** Environment with declared settings only. The compiler refuses to read any other variable from it. */
export type Environment = { readonly [name in SettingName]?: string | undefined };
