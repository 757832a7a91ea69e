/**
 * Import rules: which folder may import which. docs/architecture/packages.md has the same rules as a table.
 * Each rule names the importing folder and forbids every file of the repository that is not on its list.
 */

const VOCABULARY = '^packages/contract/src/vocabulary/';
const API = '^packages/contract/src/api/';
const CLIENT = '^packages/client/src/';
const DOMAIN = '^packages/domain/src/';
const TABLES = '^packages/domain/src/decision/tables[.]ts$';
const SERVICES = '^apps/server/src/services/';
const ADAPTERS = '^apps/server/src/adapters/';
const HTTP = '^apps/server/src/http/';
const COMPOSE = '^apps/server/src/compose[.]ts$';
const JOBS = '^apps/server/src/jobs/';
const WEB = '^apps/web/src/';
const TESTS = '[.]test[.]tsx?$';
const OURS = '^(packages|apps|e2e|bench|drills|scripts)/';

/** Subjects of the rules, lowest first. A rule imports its own subject and those before it, so no circle is possible. */
const DOMAIN_SUBJECTS = [
  'dates',
  'address',
  'identity',
  'consent',
  'catalogue',
  'state',
  'entitlements',
  'decision',
  'screening',
  'invoices',
  'subscriptions',
  'maintenance',
  'payments',
  'renewals',
  'promotions',
  'coupons',
  'orders',
  'operator',
  'closing',
];

/** Subjects of the use cases, lowest first. Where the order differs from the one above, decision 57 says why. */
const SERVICE_SUBJECTS = [
  'mail',
  'rate-windows',
  'identity',
  'consent',
  'activity',
  'catalogue',
  'billing',
  'idempotency',
  'credentials',
  'passkeys',
  'oidc',
  'entitlements',
  'product-sign-in',
  'screening',
  'payments',
  'invoices',
  'maintenance',
  'subscriptions',
  'renewals',
  'promotions',
  'orders',
  'coupons',
  'operator',
  'closing',
  'address',
  'vendor',
  'sandbox',
];

/** Subjects that several features of the web app share, lowest first. */
const SHARED_SUBJECTS = [
  'address',
  'catalogue',
  'account',
  'identity',
  'screening',
  'failures',
  'settings',
  'coupons',
  'payments',
  'orders',
];

/**
 * Folders of a feature of the web app, lowest first: its rules, calls and components, and then pages of some kinds of plan.
 */
const FEATURE_FOLDERS = ['model', 'queries', 'components', 'licence', 'tiers', 'metered', 'plans'];

/** Rules for the folders in `root`: each imports only itself and the folders before it in `subjects`. */
const inOrder = (name, root, subjects) =>
  subjects.map((subject, at) => ({
    name: `${name}-${subject}`,
    comment: `${subject} comes before the imported subject in the list of .dependency-cruiser.mjs, or that one is not in it.`,
    severity: 'error',
    from: { path: `^${root}/${subject}/`, pathNot: TESTS },
    to: { path: `^${root}/(?!(${subjects.slice(0, at + 1).join('|')})/)[^/]+/` },
  }));

/** Rule against imports in `from` of a file of this repository that matches none of `allowed`. */
const wall = (name, comment, from, allowed, more = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TESTS, ...more },
  to: { path: OURS, pathNot: [...allowed, '/node_modules/'] },
});

const typesOnly = (name, comment, from, to, values = []) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: to, pathNot: values, dependencyTypesNot: ['type-only'] },
});

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Import cycle: merge the two files, or move the shared part into a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'unresolvable',
      comment: 'The file or package does not exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared-only',
      comment: 'npm hoists packages, so an import works that the package.json of its own package does not declare.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-development-packages',
      comment: 'Code that runs in production must import from dependencies, not from devDependencies.',
      severity: 'error',
      from: {
        path: '^(packages/[^/]+|apps/[^/]+)/src/',
        pathNot: ['[.]test[.]tsx?$', '^(apps/web|packages/domain)/src/testing/'],
      },
      // macros that the build of the pages replaces, and its parser of texts
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only', 'npm'],
        pathNot: '/@lingui/(core|react)/macro/|/@messageformat/parser/',
      },
    },
    {
      name: 'production-imports-no-tests',
      comment: 'Production code must not import test helpers.',
      severity: 'error',
      from: { path: '^(packages/[^/]+|apps/[^/]+)/src/', pathNot: ['[.]test[.]tsx?$', '^apps/web/src/testing/'] },
      to: { path: ['[.]test[.]tsx?$', '^apps/server/test/', '^apps/web/src/testing/', '^e2e/'] },
    },

    wall('vocabulary', 'The vocabulary imports only itself.', VOCABULARY, [VOCABULARY]),
    wall('contract-api', 'The API contract imports only itself and the vocabulary.', API, [VOCABULARY, API]),
    wall('client', 'The published client imports only itself.', CLIENT, [CLIENT]),
    wall('domain', 'Domain rules import only the vocabulary and other rules.', DOMAIN, [VOCABULARY, DOMAIN]),
    ...inOrder('domain-subjects', 'packages/domain/src', DOMAIN_SUBJECTS),
    {
      name: 'domain-is-pure',
      comment: 'Domain rules must not do I/O.',
      severity: 'error',
      from: { path: [VOCABULARY, DOMAIN], pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    wall('services', 'A service imports rules, the vocabulary and other services.', SERVICES, [
      VOCABULARY,
      API,
      DOMAIN,
      SERVICES,
    ]),
    ...inOrder('services-subjects', 'apps/server/src/services', SERVICE_SUBJECTS),
    typesOnly('services-api-types', 'Services know the contract’s types; parsing is HTTP’s work.', SERVICES, API),
    wall('adapters', 'An adapter imports ports, refused.ts and keyed-hash.ts, but no service.', ADAPTERS, [
      VOCABULARY,
      DOMAIN,
      '^apps/server/src/services/[^/]+/[a-z-]*ports[.]ts$',
      '^apps/server/src/services/(refused|keyed-hash)[.]ts$',
      ADAPTERS,
    ]),
    typesOnly(
      'adapters-domain-types',
      'Decisions are made by services; adapters use the types, and the list of the tables, which is data.',
      ADAPTERS,
      DOMAIN,
      [TABLES],
    ),
    wall(
      'http-and-jobs',
      'Edges call services; main.ts hands them in. Their types are inferred in compose.ts.',
      [HTTP, JOBS],
      [VOCABULARY, API, SERVICES, COMPOSE, HTTP, JOBS],
    ),
    typesOnly(
      'http-and-jobs-compose-types',
      'Only main.ts composes. Edges import the types of services.',
      [HTTP, JOBS],
      COMPOSE,
    ),
    {
      name: 'nobody-imports-main',
      comment: 'Importing main.ts starts a server. Import the part that is needed instead.',
      severity: 'error',
      from: {},
      to: { path: '^apps/server/src/main[.]ts$' },
    },

    wall('web', 'The web app imports only the contract, never the server or the domain rules.', WEB, [
      VOCABULARY,
      API,
      WEB,
    ]),
    {
      name: 'web-api-types',
      comment:
        'Import only types of the contract: values would add all of it to the bundle. Forms import body schemas from *-body.ts.',
      severity: 'error',
      from: { path: WEB, pathNot: [TESTS, '^apps/web/src/testing/'] },
      to: { path: API, pathNot: '-bod(y|ies)[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-features-apart',
      comment: 'A feature must not import another feature; routes compose features.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    wall('web-features', 'Features import only shared, ui and lib.', '^apps/web/src/features/', [
      VOCABULARY,
      API,
      '^apps/web/src/(features|shared|ui|lib)/',
    ]),
    ...inOrder('web-feature-folders', 'apps/web/src/features/[^/]+', FEATURE_FOLDERS),
    wall('web-shared', 'What features share imports no feature.', '^apps/web/src/shared/', [
      VOCABULARY,
      API,
      '^apps/web/src/(shared|ui|lib)/',
    ]),
    ...inOrder('web-shared-subjects', 'apps/web/src/shared', SHARED_SUBJECTS),
    wall('web-ui', 'Components in ui know no subject: they import only ui and lib.', '^apps/web/src/ui/', [
      VOCABULARY,
      '^apps/web/src/(ui|lib)/',
    ]),
    wall('web-lib', 'lib imports nothing else of the web app.', '^apps/web/src/lib/', [
      VOCABULARY,
      API,
      '^apps/web/src/lib/',
    ]),
    {
      name: 'web-build',
      comment: 'src/build runs in the build only. No page imports it.',
      severity: 'error',
      from: { path: '^apps/web/src/(?!build/)' },
      to: { path: '^apps/web/src/build/' },
    },
    {
      name: 'web-entries-apart',
      comment: 'Portal, sign-in and operator site are separate bundles and must not import each other.',
      severity: 'error',
      from: { path: '^apps/web/src/(portal|sign-in|operator)/', pathNot: TESTS },
      to: { path: '^apps/web/src/(portal|sign-in|operator)/', pathNot: '^apps/web/src/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)dist/', '^bench/peers/'] },
    tsPreCompilationDeps: true, // type imports count: a wall that types can pass is none
    combinedDependencies: false, // each package answers for its own package.json
    detectJSDocImports: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    moduleSystems: ['es6'],
  },
};
