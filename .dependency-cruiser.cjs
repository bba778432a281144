/** Modules of the contract that the console may import at run time. */
const CONSOLE_CONSTANTS =
  '^shared/(?:contract/(?:[^/]+/examples|agents/mcp-route|audit-log/audit-log|events/event-types|exports/export-limits|imports/import-(?:limits|plan)|keys/(?:api-key-limits|permissions|try-request-result)|organizations/(?:single-sign-on|users)|problems|records/(?:field-resources|own-fields|record-columns|record-csv|record-kinds|resource-fields|retention-limits)|request-limits|webhooks/(?:destinations|header-lines|role-policies|webhook-limits))|operations/(?:route|documentation|data-api/[^/]+|admin-api/record-filters)|kinds/(?:derive/field-tree|(?!contact-details|event-view)[^/]+)|runtime/own-csv)\\.ts$';

/** The foundations of shared, lowest first: each imports only those before it, and no capability. */
const FOUNDATIONS = ['domain', 'kinds', 'runtime', 'contract', 'operations', 'table', 'audit-log', 'jobs'];

/**
 * The capabilities of shared, with the other capabilities that each imports, and why. Every other import
 * between two of them is a port instead: the capability below declares a type, and the caller passes what
 * implements it.
 */
const CAPABILITIES = {
  'calling-hours': [],
  keys: [],
  events: [],
  records: ['events: which events a change of a record is'],
  organizations: [
    'records: a new retention restarts the expiry run',
    'events: a shorter retention limits the feed',
  ],
  webhooks: [
    'events: deliveries send events from the feed',
    'keys: endpoints belong to keys',
    'records: erases the deliveries of a person',
  ],
  agents: [
    'keys: connected apps are keys',
    'organizations: an app needs an owner with access',
    'webhooks: documents of clients are fetched under its rules',
  ],
  exports: [
    'records: reads them',
    'events: what changed meanwhile, and which event ends an export',
    'keys: exports of a revoked key can be deleted',
  ],
  imports: ['records: writes them', 'organizations: which ones exist', 'events: which event ends an import'],
};

/** Names the layer or the arrow that an import lacks. */
const layerRules = [
  ...FOUNDATIONS.map((name, index) => ({
    name: `shared-${name}-is-a-foundation`,
    comment: `shared/${name} imports only: ${FOUNDATIONS.slice(0, index).join(', ') || 'nothing of shared'}.`,
    severity: 'error',
    from: { path: `^shared/${name}/` },
    to: { path: '^shared/', pathNot: `^shared/(${FOUNDATIONS.slice(0, index + 1).join('|')})/` },
  })),
  ...Object.entries(CAPABILITIES).map(([name, arrows]) => {
    const others = arrows.map((arrow) => arrow.split(':')[0]);
    return {
      name: `shared-${name}-is-a-capability`,
      comment: `Besides foundations, shared/${name} imports only: ${others.join(', ') || 'nothing of shared'}.`,
      severity: 'error',
      from: { path: `^shared/${name}/` },
      to: { path: '^shared/', pathNot: `^shared/(${[...FOUNDATIONS, name, ...others].join('|')})/` },
    };
  }),
];

/** The direction of imports. A broken rule prints its comment. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Cycles make modules impossible to understand, test or move one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...layerRules,
    {
      name: 'shared-folder-is-declared',
      comment: 'Every folder of shared is one of the FOUNDATIONS or CAPABILITIES.',
      severity: 'error',
      from: {},
      to: {
        path: '^shared/',
        pathNot: `^shared/(${[...FOUNDATIONS, ...Object.keys(CAPABILITIES)].join('|')})/`,
      },
    },
    {
      name: 'shared-below-everything',
      comment: 'functions and infra import shared, never the reverse.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(functions|infra|test)/' },
    },
    {
      name: 'contract-without-sdk',
      comment: 'Synthesis and every bundle load these, so they must not pull in an SDK.',
      severity: 'error',
      from: { path: '^shared/(contract|domain|kinds|operations)/' },
      to: { path: 'node_modules/(@aws-sdk|@smithy|@middy|aws-cdk-lib)/' },
    },
    {
      name: 'functions-stand-apart',
      comment:
        'A function imports itself, functions/http, functions/runtime and shared. Of its capability it may use handlers: the console reads as clients do.',
      severity: 'error',
      from: { path: '^functions/([^/]+)/([^/]+)/' },
      to: {
        path: '^functions/',
        pathNot: [
          '^functions/$1/$2/',
          '^functions/$1/([^/]+/handler|[^/]+)\\.ts$',
          '^functions/(http|runtime)/',
        ],
      },
    },
    {
      name: 'functions-without-infra',
      comment: 'Code that runs in Lambda does not depend on how it is deployed.',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^(infra|test)/' },
    },
    {
      name: 'constructs-without-sdk-or-handlers',
      comment: 'Constructs declare resources; they call no AWS API and import no handler.',
      severity: 'error',
      from: { path: '^infra/(constructs/|app|config|service-stack)' },
      to: { path: '(^functions/|^infra/(local|cli)/|node_modules/(@aws-sdk|@smithy)/)' },
    },
    {
      name: 'local-without-constructs',
      comment: 'The local runner reads the synthesized assembly; it does not import the stack.',
      severity: 'error',
      from: { path: '^infra/local/' },
      to: {
        path: '(^infra/(constructs/|app|config|service-stack|cli/)|^functions/|node_modules/aws-cdk-lib/)',
      },
    },
    {
      name: 'cli-without-constructs-or-runner',
      comment: 'Command line tools parse arguments, call shared and print results.',
      severity: 'error',
      from: { path: '^infra/cli/' },
      to: {
        path: '(^infra/(constructs/|app|config|service-stack|local/)|^functions/|node_modules/aws-cdk-lib/)',
      },
    },
    {
      name: 'console-stands-apart',
      comment:
        'The console runs in a browser: at run time it imports itself, plain constants of shared/contract, operations of the data API and packages made for browsers. Types may come from anywhere in shared.',
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
      comment: 'The client is a package without dependencies that also runs in browsers.',
      severity: 'error',
      from: { path: '^clients/typescript/' },
      to: { pathNot: '^clients/typescript/' },
    },
    {
      name: 'nothing-imports-the-client',
      severity: 'error',
      from: { path: '^(console|functions|infra|shared)/' },
      to: { path: '^clients/typescript/' },
    },
    {
      name: 'mcp-server-stands-apart',
      comment:
        'The MCP server is a package of its own: it imports the client, nothing else of ours and no packages.',
      severity: 'error',
      from: { path: '^connectors/mcp/' },
      to: {
        pathNot: ['^connectors/mcp/', '^clients/typescript/', '^(node:)?(timers/promises|readline)$'],
      },
    },
    {
      name: 'one-function-imports-the-mcp-server',
      severity: 'error',
      from: { path: '^(clients|console|functions|infra|shared)/', pathNot: '^functions/agents/serve-mcp/' },
      to: { path: '^connectors/' },
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
      // The rivals of the benchmarks are a package of their own, installed only when they run; drivers call
      // generated clients.
      from: { pathNot: '^test/(bench/functions/rivals|generators/drivers)/' },
      to: { couldNotResolve: true, pathNot: '^aws-lambda$' },
    },
    {
      name: 'no-dev-dependency-in-product',
      comment: '`npm start` and operators need what `npm ci --omit=dev` installs.',
      severity: 'error',
      from: { path: '^(connectors|console|functions|shared|infra)/', pathNot: '^infra/openapi/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(cdk\\.out|\\.local|\\.build)/|^(clients|connectors)/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
