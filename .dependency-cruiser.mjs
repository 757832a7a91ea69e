/**
 * The import walls of the house: who may know whom. The table they come from stands in CONTRIBUTING.md.
 * A rule names the importing side and refuses everything in the repository that it may not see.
 */

const VOCABULARY = '^packages/contract/src/vocabulary/';
const API = '^packages/contract/src/api/';
const DOMAIN = '^packages/domain/src/';
const SERVICES = '^apps/server/src/services/';
const ADAPTERS = '^apps/server/src/adapters/';
const HTTP = '^apps/server/src/http/';
const JOBS = '^apps/server/src/jobs/';
const WEB = '^apps/web/src/';
const TESTS = '[.]test[.]tsx?$';
const OURS = '^(packages|apps|e2e|bench|drills|scripts)/';

/** Refuses every import of ours from `from` that leads to none of `allowed`. */
const wall = (name, comment, from, allowed, more = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TESTS, ...more },
  to: { path: OURS, pathNot: allowed },
});

const typesOnly = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: to, dependencyTypesNot: ['type-only'] },
});

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
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
      comment: 'What runs at a customer must be a dependency, not a devDependency.',
      severity: 'error',
      from: {
        path: '^(packages/[^/]+|apps/[^/]+)/src/',
        pathNot: ['[.]test[.]tsx?$', '^(apps/web|packages/domain)/src/testing/'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
    {
      name: 'production-imports-no-tests',
      comment: 'Test helpers stay out of what is shipped.',
      severity: 'error',
      from: { path: '^(packages/[^/]+|apps/[^/]+)/src/', pathNot: ['[.]test[.]tsx?$', '^apps/web/src/testing/'] },
      to: { path: ['[.]test[.]tsx?$', '^apps/server/test/', '^apps/web/src/testing/', '^e2e/'] },
    },

    wall('vocabulary', 'The words of the house depend on nothing of the house.', VOCABULARY, [VOCABULARY]),
    wall('contract-api', 'The contract speaks in the vocabulary.', API, [VOCABULARY, API]),
    wall('domain', 'Rules know the vocabulary and each other.', DOMAIN, [VOCABULARY, DOMAIN]),
    {
      name: 'domain-is-pure',
      comment: 'Rules do no I/O.',
      severity: 'error',
      from: { path: [VOCABULARY, DOMAIN], pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    wall('services', 'A use-case sees rules, words and its own noun; other nouns through their ports.ts.', SERVICES, [
      VOCABULARY,
      API,
      DOMAIN,
      SERVICES,
    ]),
    {
      name: 'services-other-nouns',
      comment: 'A use-case asks for another noun through that noun’s ports.ts.',
      severity: 'error',
      from: { path: '^apps/server/src/services/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^apps/server/src/services/[^/]+/',
        pathNot: ['^apps/server/src/services/$1/', '^apps/server/src/services/[^/]+/ports[.]ts$'],
      },
    },
    typesOnly('services-api-types', 'Services know the contract’s types; parsing is HTTP’s work.', SERVICES, API),
    wall('adapters', 'An adapter implements ports and says no in the one way; it knows no use-case.', ADAPTERS, [
      VOCABULARY,
      DOMAIN,
      '^apps/server/src/services/[^/]+/ports[.]ts$',
      '^apps/server/src/services/refused[.]ts$',
      ADAPTERS,
    ]),
    typesOnly(
      'adapters-domain-types',
      'Decisions are made by services; adapters only speak the types.',
      ADAPTERS,
      DOMAIN,
    ),
    wall(
      'http-and-jobs',
      'Edges call services; main.ts hands them in.',
      [HTTP, JOBS],
      [VOCABULARY, API, SERVICES, HTTP, JOBS],
    ),
    {
      name: 'nobody-imports-main',
      comment: 'main.ts joins everything; whoever imports it starts a server.',
      severity: 'error',
      from: {},
      to: { path: '^apps/server/src/main[.]ts$' },
    },

    wall('web', 'The page knows the contract only, never the server or its rules.', WEB, [VOCABULARY, API, WEB]),
    {
      name: 'web-api-types',
      comment:
        'Route values would bring the whole contract into the bundle; a form imports its body schema, from *-body.ts.',
      severity: 'error',
      from: { path: WEB, pathNot: [TESTS, '^apps/web/src/testing/'] },
      to: { path: API, pathNot: '-bod(y|ies)[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-features-apart',
      comment: 'A feature imports no other feature; pages compose them.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    wall('web-features', 'Entry → feature → ui, lib.', '^apps/web/src/features/', [
      VOCABULARY,
      API,
      '^apps/web/src/(features|ui|lib)/',
      // a part that is fetched late brings its own words
      '^apps/web/src/locales/en/[^/]+[.]po$',
    ]),
    wall('web-ui', 'Shared parts know no feature and no call.', '^apps/web/src/ui/', [
      VOCABULARY,
      '^apps/web/src/(ui|lib)/',
      '^apps/web/src/locales/en/[^/]+[.]po$',
    ]),
    wall('web-lib', 'The bottom of the page.', '^apps/web/src/lib/', [VOCABULARY, API, '^apps/web/src/lib/']),
    {
      name: 'web-entries-apart',
      comment: 'Portal, sign-in and console are three programs.',
      severity: 'error',
      from: { path: '^apps/web/src/(portal|sign-in|console)/', pathNot: TESTS },
      to: { path: '^apps/web/src/(portal|sign-in|console)/', pathNot: '^apps/web/src/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)dist/', '[.]css$', '^bench/peers/'] },
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
