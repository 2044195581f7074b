/** Layers: who may import whom. ARCHITECTURE.md has the table; these rules hold it. */

/** The layer in `src-main/FOLDER` imports nothing of ours but what `allowed` names. */
const layer = (folder, allowed, comment) => ({
  name: `${folder.replaceAll('/', '-')}-imports-only-what-it-may`,
  comment,
  severity: 'error',
  from: { path: `^src-main/${folder}/` },
  to: { path: '^(src-main|src-renderer)/', pathNot: `^(?:src-main/(?:${[folder, ...allowed].join('|')})(?:/|$))` },
})

/** What the layers around the gateway know of it. */
const ports = 'gateway/ports'

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A cycle, of types too, means that two modules are one.',
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
      name: 'only-the-shell-knows-electron',
      comment: 'Everything else also runs without a desktop.',
      severity: 'error',
      from: {
        path: '^src-(main|renderer)/',
        pathNot: '^src-main/(shell/|preload/|ipc/typed-ipc\\.ts|main\\.ts|desktop-program\\.ts)',
      },
      to: { path: '(^|/)node_modules/electron/|^electron$' },
    },
    {
      name: 'one-thread',
      comment: 'Threads run what untrusted senders sent, or read a large audit log; each kind is started in one place.',
      severity: 'error',
      from: {
        path: '^src-main/',
        pathNot:
          '^src-main/(?:schema-worker|sandbox-worker|verify-worker|validation/schema-thread|sandbox/sandbox-thread|storage/audit/range-threads)\\.ts$',
      },
      to: { path: '^(?:node:)?worker_threads$' },
    },
    {
      name: 'only-approvers-decide',
      comment: 'What an AI or a server can reach cannot approve (invariant 6).',
      severity: 'error',
      from: { path: '^src-main/(consumers|http|providers|network|validation)/' },
      to: { path: '^src-main/gateway/ports/approvers\\.ts$' },
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
      to: { path: '^src-main/', pathNot: '^src-main/(contract/|shared/|ipc/(channels|shapes)\\.ts)' },
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
      comment: 'The steps to connect an AI client, and the story of a request, stand in several screens.',
      severity: 'error',
      from: { path: '^src-renderer/(connect|story)/' },
      to: { path: '^src-renderer/(features|app)/' },
    },
    {
      name: 'the-bridge-stands-alone',
      comment: 'The stdio bridge is one small file; it has one package, which reads event streams.',
      severity: 'error',
      from: { path: '^src-main/(bridge/|stdio-bridge\\.ts)' },
      to: { path: '^src-|node_modules', pathNot: '^src-main/(bridge|contract)/|node_modules/eventsource-parser/' },
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
      to: { pathNot: '^src-(?:phone|main/(?:contract|shared))/' },
    },
    {
      name: 'the-overlay-shows-and-no-more',
      comment:
        'A page for a stream knows the shapes it is told and the words of the window, and nothing of the program.',
      severity: 'error',
      from: { path: '^src-overlay/' },
      to: {
        path: '^src-',
        pathNot:
          '^src-(?:overlay|main/contract|main/shared|renderer/(?:sentences|locales|i18n)|renderer/ui/(?:icon|visible-text))',
      },
    },
    {
      name: 'the-shell-knows-no-door',
      comment: 'The shell uses the gateway, not the consumers or the HTTP port.',
      severity: 'error',
      from: { path: '^src-main/shell/' },
      to: { path: '^src-main/(consumers|http)/' },
    },
    layer(
      'preload',
      ['ipc/channels\\.ts', 'contract', 'shared'],
      'The bridge into a page has the names of channels and nothing else.',
    ),
    layer(
      'ipc',
      ['contract', 'shared', 'gateway', 'policy'],
      'A handler maps requests to the gateway; it does not decide.',
    ),
    layer('contract', [], 'The contract imports nothing.'),
    layer('shared', ['contract'], 'What the program and its pages share imports only the contract.'),
    layer('policy', ['contract', 'shared'], 'Decisions know only the data they decide about.'),
    layer('gateway', ['contract', 'shared', 'policy'], 'Use-cases know no technology.'),
    layer('validation', ['contract', 'shared', 'policy', ports], 'Ajv, behind a port.'),
    // Who is at the other end of wss:, and how many may be, is asked in the same way everywhere.
    layer('network', ['contract', 'shared'], 'Network checks know no consumer.'),
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
        'bridge/(?:line-reader|frame-reader|incoming)\\.ts',
      ],
      'A provider knows the contract and its port; a file is replaced whole, and frames are read, in one way.',
    ),
    layer(
      'consumers',
      ['contract', 'shared', 'policy', ports, 'validation', 'http', 'network'],
      'A consumer knows the contract and its port.',
    ),
    layer(
      'approvers',
      ['contract', 'shared', 'policy', ports, 'http'],
      'Who serves approvers knows who they are and what is asked; no consumer knows them.',
    ),
    layer(
      'bedrock-pack',
      ['contract'],
      'The pack runs in the game: it shares shapes with the program, and nothing else.',
    ),
    layer('http', ['contract', 'shared', ports, 'network'], 'The HTTP port knows no consumer.'),
    layer('agent-sdk', ['contract', 'validation'], 'The SDK is usable outside this program.'),
    layer('simulator', ['contract', 'shared', 'validation', 'agent-sdk'], 'The demo world is an agent like any other.'),
    layer(
      'cli',
      [
        'contract',
        'shared',
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
      'A command uses parts of the program, never a composition root.',
    ),
    layer(
      'sandbox',
      ['contract', 'shared', 'gateway', 'validation', 'storage', 'agent-sdk', 'simulator'],
      'A gateway and a world for one call; it knows no consumer.',
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
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
}
