/** Layers: who may import whom. ARCHITECTURE.md has the table; these rules enforce it. */

/** The kit for authors of agents. */
const kit = 'agents/kit'

/** The layer in `src-main/FOLDER` may import only itself and the folders in `allowed`, which are below `src-main` too. */
const layer = (folder, allowed, comment) => ({
  name: `${folder.split('/').at(-1)}-imports`,
  comment,
  severity: 'error',
  from: { path: `^${pathOf(folder)}/` },
  to: {
    path: '^(src-main|src-renderer|agents)/',
    pathNot: `^(?:${[folder, ...allowed].map(pathOf).join('|')})(?:/|$)`,
  },
})

const pathOf = (folder) => (folder.startsWith(`${kit}/`) ? folder : `src-main/${folder}`)

/** What every command shares: how it reads arguments and writes to a terminal. */
const commandOutput = ['verb', 'text', 'arguments', 'certificate', 'servers/token'].map((name) => `cli/${name}\\.ts`)

/** The part of the gateway that other layers may import. */
const ports = 'gateway/ports'

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A cycle, also one of types only, means that the modules depend on each other.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'core-is-pure',
      comment:
        'Contract, shared and policy are pure: no files, no sockets, no clock. re2js (linear-time matching) is allowed.',
      severity: 'error',
      from: { path: '^src-main/(contract|shared|policy)/' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev'], pathNot: '(^|/)node_modules/re2js/' },
    },
    {
      name: 'electron-only-in-the-shell',
      comment: 'All other code also runs without a desktop.',
      severity: 'error',
      from: {
        path: '^(src-main|src-renderer|agents/kit)/',
        pathNot: '^src-main/(shell/|preload/|owner/doors/electron\\.ts|main\\.ts|desktop-program\\.ts)',
      },
      to: { path: '(^|/)node_modules/electron/|^electron$' },
    },
    {
      name: 'worker-threads-only-in-listed-files',
      comment: 'Threads process untrusted data; each kind is started in one file.',
      severity: 'error',
      from: {
        path: '^(src-main|agents/kit)/',
        pathNot:
          '^(?:src-main/(?:schema-worker|sandbox-worker|painter-worker|threads/job-thread)|agents/kit/sandbox/sandbox-thread)\\.ts$',
      },
      to: { path: '^(?:node:)?worker_threads$' },
    },
    {
      name: 'only-approvers-decide',
      comment: 'Code that an AI or a server can reach cannot approve (invariant 6).',
      severity: 'error',
      from: { path: '^src-main/(consumers|providers|network|validation)/' },
      to: { path: '^src-main/gateway/ports/approvers\\.ts$' },
    },
    {
      name: 'no-imports-between-providers-or-consumers',
      comment:
        'One kind of provider, or of consumer, can be removed without touching another. What Java servers and Bedrock games share is in `providers/minecraft`, what models that speak share is in `consumers/spoken`.',
      severity: 'error',
      from: { path: '^src-main/(providers|consumers)/([^/]+)/' },
      to: { path: '^src-main/$1/', pathNot: '^src-main/(?:$1/$2|providers/minecraft|consumers/spoken)/' },
    },
    {
      name: 'renderer-imports',
      comment: 'The window gets all data through the bridge.',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { path: '^src-main/', pathNot: '^src-main/(contract/|shared/|owner/table/)' },
    },
    {
      name: 'no-imports-between-features',
      comment: 'One screen can be removed without touching another.',
      severity: 'error',
      from: { path: '^src-renderer/features/([^/]+)/' },
      to: { path: '^src-renderer/features/', pathNot: '^src-renderer/features/$1/' },
    },
    {
      name: 'actions-connect-and-story-import-no-screen',
      comment:
        'What AI may do, the steps to connect an AI client, and the history of a request are used by several screens.',
      severity: 'error',
      from: { path: '^src-renderer/(actions|connect|story)/' },
      to: { path: '^src-renderer/(features|app)/' },
    },
    {
      name: 'bridge-imports',
      comment: 'The stdio bridge is one small file; it uses one package, which parses event streams.',
      severity: 'error',
      from: { path: '^src-main/(bridge/|stdio-bridge\\.ts)' },
      to: { path: '^src-|node_modules', pathNot: '^src-main/(bridge|contract)/|node_modules/eventsource-parser/' },
    },
    {
      name: 'renderer-without-node',
      comment: 'A page has no access to Node.',
      severity: 'error',
      from: { path: '^(?:src-renderer/|test/fakes/renderer/[^/]+\\.ts$)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'shared-with-pages-without-node',
      comment: 'Pages use these modules of the program, the window with invented data also its decisions.',
      severity: 'error',
      from: {
        path: '^src-main/(?:owner/(?:table/[^/]+|chat-view)|gateway/(?:trust/server-access|path/steps/approval-requirement))\\.ts$',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'fake-page-imports',
      comment: 'The window with invented data runs in a browser: it uses only what does not need Node.',
      severity: 'error',
      from: { path: '^test/fakes/renderer/[^/]+\\.ts$' },
      to: {
        path: '^src-main/',
        pathNot:
          '^src-main/(?:contract|shared|policy)/|^src-main/(?:owner/(?:table/[^/]+|chat-view)|gateway/trust/(?:server-access|action-standings))\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'phone-page-imports',
      comment: 'The page for phones imports only the contract, shared types, and the sentences of the window.',
      severity: 'error',
      from: { path: '^src-phone/' },
      to: {
        path: '^src-',
        pathNot:
          '^src-(?:phone/|main/(?:contract|shared)/|renderer/(?:sentences|locales|i18n)/|renderer/ui/text/visible-text)',
      },
    },
    {
      name: 'overlay-imports',
      comment: 'The page for a stream imports only the contract, shared types, and the sentences of the window.',
      severity: 'error',
      from: { path: '^src-overlay/' },
      to: {
        path: '^src-',
        pathNot:
          '^src-(?:overlay|main/contract|main/shared|renderer/(?:sentences|locales|i18n)|renderer/ui/(?:theme/icon|text/visible-text))',
      },
    },
    {
      name: 'shell-imports-no-consumer',
      comment: 'The shell uses the gateway, not the consumers or the HTTP port.',
      severity: 'error',
      from: { path: '^src-main/shell/' },
      to: { path: '^src-main/(consumers|network/http)/' },
    },
    layer(
      'preload',
      ['owner/table', 'contract', 'shared'],
      'The bridge into a page imports only the table of orders and events.',
    ),
    layer(
      'owner',
      [
        'contract',
        'shared',
        'policy',
        'gateway',
        'providers',
        'storage',
        'network',
        'validation',
        'connect',
        'painter',
        'streaming/report',
      ],
      'What the owner orders and gets to know needs no consumer, no window and no composition root.',
    ),
    layer(
      'owner/table',
      ['contract', 'shared'],
      'Pages import the table: it is data, and imports nothing of the program.',
    ),
    {
      name: 'orders-know-no-door',
      comment: 'What an order does is the same however it arrives.',
      severity: 'error',
      from: { path: '^src-main/owner/', pathNot: '^src-main/owner/doors/' },
      to: { path: '^src-main/owner/doors/' },
    },
    layer('contract', [], 'The contract imports nothing.'),
    layer('shared', ['contract'], 'Code that the program and its pages share imports only the contract.'),
    layer('policy', ['contract', 'shared'], 'Decisions depend only on their input data.'),
    layer('gateway', ['contract', 'shared', 'policy'], 'Use cases do not depend on a transport or storage.'),
    layer('validation', ['contract', 'shared', 'policy', ports, 'threads'], 'Ajv, behind a port.'),
    layer('threads', ['contract', 'shared', ports], 'What does a job in a thread knows nothing of the job.'),
    layer(
      'painter',
      ['contract', 'shared', 'threads', 'gateway/ports/runtime\\.ts'],
      'The painter draws blocks: it knows no server, no plan and no window.',
    ),
    // Certificate checks and connection limits are the same for all listeners and clients.
    layer(
      'network',
      ['contract', 'shared', ports, 'policy/limits'],
      'Network checks and the HTTP port do not depend on consumers.',
    ),
    layer(
      'providers',
      [
        'contract',
        'shared',
        'policy',
        ports,
        'validation',
        'network',
        'storage/profile\\.ts',
        'bridge/frame-reader\\.ts',
        'painter',
      ],
      'A provider depends on the contract and its port; it shares the atomic file write and the frame reader.',
    ),
    layer(
      'consumers',
      ['contract', 'shared', 'policy', ports, 'validation', 'network'],
      'A consumer depends on the contract and its port.',
    ),
    layer(
      'approvers',
      ['contract', 'shared', 'policy', ports, 'network/http'],
      'A listener for approvers depends on the ports of people and approvals; no consumer depends on it.',
    ),
    layer(
      'streaming',
      ['contract', 'shared', 'policy', ports, 'validation', 'network', 'storage/profile\\.ts'],
      'What a streamer connects depends on the ports; no consumer and no provider depends on it.',
    ),
    layer('bedrock-pack', ['contract'], 'The pack runs in the game: it shares only types with the program.'),
    {
      name: 'http-port-for-consumers-and-approvers',
      comment: 'Other checks of the network, and providers, do not depend on the HTTP port.',
      severity: 'error',
      from: { path: '^src-main/(network|providers)/', pathNot: '^src-main/network/http/' },
      to: { path: '^src-main/network/http/' },
    },
    layer(`${kit}/sdk`, ['contract', 'validation', 'network'], 'The SDK is usable outside this program.'),
    layer(
      `${kit}/simulator`,
      ['contract', 'shared', 'validation', `${kit}/sdk`],
      'The demo world is an agent like any other.',
    ),
    layer(
      `${kit}/sandbox`,
      ['contract', 'shared', 'gateway', 'validation', 'storage', `${kit}/sdk`, `${kit}/simulator`],
      'A gateway and a world for one call, without consumers.',
    ),
    layer(
      `${kit}/check`,
      [
        'contract',
        'shared',
        'policy/text',
        ports,
        'validation',
        'network',
        `${kit}/simulator/instance\\.ts`,
        ...commandOutput,
      ],
      'The test of an agent talks to it as a gateway does.',
    ),
    layer(
      `${kit}/verbs`,
      [
        'contract',
        'shared',
        'gateway',
        'validation',
        'storage',
        ...commandOutput,
        ...['sdk', 'simulator', 'sandbox', 'check'].map((folder) => `${kit}/${folder}`),
      ],
      'A command for authors uses the kit, and the output and arguments of the command line.',
    ),
    layer(
      'cli',
      [
        'contract',
        'shared',
        'gateway',
        'validation',
        'storage',
        'network',
        `${kit}/verbs`,
        'bridge/(?:endpoint-lookup|launch)\\.ts',
        'providers/java/setup',
        'approvers/lan/lan-network\\.ts',
        'consumers/chat/models',
        'consumers/chat/chat-tools\\.ts',
        'consumers/mcp/tool-name\\.ts',
        'streaming/report',
        'owner/servers/dial\\.ts',
        'owner/table',
        'policy/services',
        'providers/java/manifests',
        'providers/java/java-store\\.ts',
        'providers/java/backup/backup-manifest\\.ts',
      ],
      'A command uses parts of the program, never a composition root.',
    ),
    layer(
      'headless',
      ['contract', 'shared', 'policy', 'gateway', 'network', 'validation', 'storage', 'compose', 'owner'],
      'What the headless program reads and reports; it decides nothing.',
    ),
    layer(
      'telemetry',
      ['contract', 'shared', 'policy', ports, 'network/bounded-stream\\.ts'],
      'Telemetry reads what ended through ports, and knows no part of the program.',
    ),
    layer('storage', ['contract', 'shared', 'policy', ports], 'Storage implements ports.'),
    layer(
      'connect',
      ['contract', 'shared', 'policy', ports, 'storage/profile\\.ts', 'bridge/endpoint-lookup\\.ts'],
      'Connecting AI clients needs neither the HTTP port nor Electron.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^agents/kit/(test|dist)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
}
