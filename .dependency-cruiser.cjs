/** Modules of the contract that the console may import at run time. */
const CONSOLE_CONSTANTS =
  '^shared/contract/(?:api-key-limits|event-types|first-request|permissions|routes|try-request-result|webhook-limits)\\.ts$';

/** The direction of imports. Each rule's comment is printed when it is broken. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Cycles make modules impossible to understand, test or move one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-stands-alone',
      comment: 'shared/domain is types and pure rules: it imports nothing of ours outside itself.',
      severity: 'error',
      from: { path: '^shared/domain/' },
      to: { path: '^(shared/(?!domain/)|functions/|infra/|test/)' },
    },
    {
      name: 'shared-below-everything',
      comment: 'shared is used by functions and infra, never the other way round.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(functions|infra|test)/' },
    },
    {
      name: 'contract-without-sdk',
      comment: 'shared/contract is read at synthesis and in every bundle: it must not drag an SDK along.',
      severity: 'error',
      from: { path: '^shared/(contract|domain)/' },
      to: { path: 'node_modules/(@aws-sdk|@smithy|@middy|aws-cdk-lib)/' },
    },
    {
      name: 'functions-stand-apart',
      comment: 'A function imports itself, functions/middleware and shared; never another function.',
      severity: 'error',
      from: { path: '^functions/([^/]+)/' },
      to: { path: '^functions/', pathNot: ['^functions/$1/', '^functions/middleware/'] },
    },
    {
      name: 'functions-without-infra',
      comment: 'What runs in Lambda knows nothing of how it is deployed.',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^(infra|test)/' },
    },
    {
      name: 'constructs-without-sdk-or-handlers',
      comment: 'Constructs describe resources; they call no AWS API and import no handler.',
      severity: 'error',
      from: { path: '^infra/(constructs/|app|config|service-stack)' },
      to: { path: '(^functions/|^infra/(local|cli)/|node_modules/(@aws-sdk|@smithy)/)' },
    },
    {
      name: 'local-without-constructs',
      comment: 'The local runner reads the synthesized assembly; it never re-declares or imports the stack.',
      severity: 'error',
      from: { path: '^infra/local/' },
      to: {
        path: '(^infra/(constructs/|app|config|service-stack|cli/)|^functions/|node_modules/aws-cdk-lib/)',
      },
    },
    {
      name: 'cli-without-constructs-or-runner',
      comment: 'Command line tools parse, call shared and print.',
      severity: 'error',
      from: { path: '^infra/cli/' },
      to: {
        path: '(^infra/(constructs/|app|config|service-stack|local/)|^functions/|node_modules/aws-cdk-lib/)',
      },
    },
    {
      name: 'console-stands-apart',
      comment:
        'The console runs in a browser: at run time it imports itself, plain constants of shared/contract and packages made for browsers. Types may come from anywhere in shared.',
      severity: 'error',
      from: { path: '^console/' },
      to: {
        pathNot: ['^console/', CONSOLE_CONSTANTS, 'node_modules/(preact|oauth4webapi)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'console-constants-stand-apart',
      comment: 'These constants load no schema library, SDK or Node.js module into the browser.',
      severity: 'error',
      from: { path: CONSOLE_CONSTANTS },
      to: { pathNot: CONSOLE_CONSTANTS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-types-from-shared-alone',
      comment: 'The console takes its types from shared, not from functions, infra or tests.',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(functions|infra|test)/' },
    },
    {
      name: 'client-stands-apart',
      comment: 'The client is copied into programs of others: of ours it imports itself alone.',
      severity: 'error',
      from: { path: '^client/' },
      to: { pathNot: ['^client/', 'node_modules/openapi-fetch/', '^(node:)?timers/promises$'] },
    },
    {
      name: 'nothing-imports-the-client',
      severity: 'error',
      from: { path: '^(console|functions|infra|shared)/' },
      to: { path: '^client/' },
    },
    {
      name: 'nothing-imports-the-console',
      severity: 'error',
      from: { path: '^(functions|infra|shared)/' },
      to: { path: '^console/' },
    },
    {
      name: 'no-test-code-in-product',
      severity: 'error',
      from: { path: '^(console|functions|infra|shared)/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      // What the benchmarks compare with is a package of its own, which is only installed when they run.
      from: { pathNot: '^test/bench/functions/rivals/' },
      to: { couldNotResolve: true, pathNot: '^aws-lambda$' },
    },
    {
      name: 'no-dev-dependency-in-product',
      comment: 'What is bundled or run by an operator is a dependency, not a devDependency.',
      severity: 'error',
      from: { path: '^(functions|shared|infra/(cli|local))/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(cdk\\.out|\\.local|\\.build)/' },
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
