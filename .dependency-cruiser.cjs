/** Layers: who may import whom. ARCHITECTURE.md has the table; these rules hold it. */

/** The layer in `src-main/FOLDER` imports nothing of ours but what `allowed` names. */
const layer = (folder, allowed, comment) => ({
  name: `${folder.replaceAll('/', '-')}-imports-only-what-it-may`,
  comment,
  severity: 'error',
  from: { path: `^src-main/${folder}/` },
  to: { path: '^(src-main|src-renderer)/', pathNot: `^(?:src-main/(?:${[folder, ...allowed].join('|')})(?:/|$))` },
})

const ports =
  'gateway/(?:ports|oauth-ports|people-ports|emitter|call-path|call-answer|model-answers|gateway|registry|approvals|live-feed|subscriptions|event-queue|guests|door-refusals)\\.ts'

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A cycle means that two modules are one.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'core-is-pure',
      comment:
        'Contract and policy decide; they read no file, open no socket and know no clock. Matching in linear time is deciding.',
      severity: 'error',
      from: { path: '^src-main/(contract|policy)/' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev'], pathNot: '(^|/)node_modules/re2js/' },
    },
    {
      name: 'only-the-shell-knows-electron',
      comment: 'Everything else also runs without a desktop.',
      severity: 'error',
      from: { path: '^src-(main|renderer)/', pathNot: '^src-main/(shell/|preload/|ipc/typed-ipc\\.ts|main\\.ts)' },
      to: { path: '(^|/)node_modules/electron/|^electron$' },
    },
    {
      name: 'one-thread',
      comment: 'Threads run what strangers sent, and are started in one place.',
      severity: 'error',
      from: {
        path: '^src-main/',
        pathNot: '^src-main/(?:schema-worker|sandbox-worker|validation/schema-thread|sandbox/sandbox-thread)\\.ts$',
      },
      to: { path: '^(?:node:)?worker_threads$' },
    },
    {
      name: 'providers-know-no-siblings',
      comment: 'One kind of provider, or of consumer, can be removed without touching another.',
      severity: 'error',
      from: { path: '^src-main/(providers|consumers)/([^/]+)/' },
      to: { path: '^src-main/$1/', pathNot: '^src-main/$1/$2/' },
    },
    {
      name: 'renderer-sees-contract-only',
      comment: 'The window gets everything through the bridge.',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { path: '^src-main/', pathNot: '^src-main/(contract/|ipc/(channels|requests|pushes|shapes)\\.ts)' },
    },
    {
      name: 'features-are-islands',
      comment: 'One screen can be removed without touching another.',
      severity: 'error',
      from: { path: '^src-renderer/features/([^/]+)/' },
      to: { path: '^src-renderer/features/', pathNot: '^src-renderer/features/$1/' },
    },
    {
      name: 'shared-steps-know-no-screen',
      comment: 'The steps to connect an AI client stand in several screens.',
      severity: 'error',
      from: { path: '^src-renderer/connect/' },
      to: { path: '^src-renderer/(features|app)/' },
    },
    {
      name: 'the-bridge-stands-alone',
      comment: 'The stdio bridge is one dependency-free file.',
      severity: 'error',
      from: { path: '^src-main/(bridge/|stdio-bridge\\.ts)' },
      to: { path: '^src-|node_modules', pathNot: '^src-main/(bridge|contract)/' },
    },
    {
      name: 'the-renderer-is-a-page',
      comment: 'A page has no Node.',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-phone-page-stands-alone',
      comment: 'A page for phones knows the shapes it is told, and nothing of the program.',
      severity: 'error',
      from: { path: '^src-phone/' },
      to: { pathNot: '^src-(?:phone|main/contract)/' },
    },
    {
      name: 'the-overlay-shows-and-no-more',
      comment:
        'A page for a stream knows the shapes it is told and the words of the window, and nothing of the program.',
      severity: 'error',
      from: { path: '^src-overlay/' },
      to: {
        path: '^src-',
        pathNot: '^src-(?:overlay|main/contract|renderer/(?:sentences|locales|i18n)|renderer/ui/(?:icon|visible-text))',
      },
    },
    {
      name: 'the-shell-knows-no-door',
      comment: 'The desk sees the gateway, not who asks or who answers; addresses of agents excepted.',
      severity: 'error',
      from: { path: '^src-main/shell/' },
      to: { path: '^src-main/(consumers|http)/' },
    },
    layer('preload', ['ipc/channels\\.ts', 'contract'], 'The bridge into a page carries names and nothing else.'),
    layer('ipc', ['contract', 'gateway', 'policy'], 'A handler is an edge: it maps, it does not decide.'),
    layer('contract', [], 'The contract stands on nothing.'),
    layer('policy', ['contract'], 'Decisions know only what they decide about.'),
    layer('gateway', ['contract', 'policy'], 'Use-cases know no technology.'),
    layer('validation', ['contract', 'policy', ports], 'Ajv behind a port.'),
    // Who is at the other end of wss:, and how many may be, is asked in the same way everywhere.
    layer('network', ['contract'], 'A check of who is there knows nobody who asks.'),
    layer(
      'providers',
      [
        'contract',
        'policy',
        ports,
        'validation',
        'network',
        'storage/profile\\.ts',
        'bridge/(?:line-reader|frame-reader|framing)\\.ts',
      ],
      'A provider knows the contract and its port; a file is replaced whole, and frames are read, in one way.',
    ),
    layer(
      'consumers',
      ['contract', 'policy', ports, 'validation', 'http', 'network'],
      'A consumer knows the contract and its port.',
    ),
    layer(
      'approvers',
      ['contract', 'policy', ports, 'gateway/people\\.ts', 'http'],
      'Who serves approvers knows who they are and what is asked; no consumer knows them.',
    ),
    layer(
      'bedrock-pack',
      ['contract'],
      'The pack runs in the game: it shares shapes with the program, and nothing else.',
    ),
    layer('http', ['contract', ports, 'network'], 'The door knows no consumer.'),
    layer('agent-sdk', ['contract', 'validation'], 'The SDK is usable outside this program.'),
    layer('simulator', ['contract', 'validation', 'agent-sdk'], 'The demo world is an agent like any other.'),
    layer(
      'cli',
      [
        'contract',
        'gateway',
        'validation',
        'storage',
        'agent-sdk',
        'simulator',
        'sandbox',
        'network',
        'bridge/endpoint-lookup\\.ts',
        'providers/java/setup',
        'consumers/chat/models',
        'providers/java/java-store\\.ts',
        'providers/java/backup/backup-manifest\\.ts',
      ],
      'A command uses what the program is made of, never the program itself.',
    ),
    layer(
      'sandbox',
      ['contract', 'gateway', 'validation', 'storage', 'agent-sdk', 'simulator'],
      'A gateway and a world of its own, for one call; it knows nobody who asks.',
    ),
    layer('storage', ['contract', 'policy', ports], 'Storage implements ports.'),
    layer(
      'connect',
      ['contract', 'policy', ports, 'storage/profile\\.ts', 'bridge/endpoint-lookup\\.ts'],
      'How AI clients are connected is known without the door, and without Electron.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
}
