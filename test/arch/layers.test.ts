import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

interface Forbidden {
  readonly what: string
  /** A file that violates a layer, and its content. */
  readonly file: string
  readonly code: string
  readonly rule: string
}

const importing = (specifier: string): string => `import * as other from '${specifier}'\nexport const used = other\n`

const forbidden: readonly Forbidden[] = [
  {
    what: 'the policy reads a file',
    file: 'src-main/policy/forbidden-file.ts',
    code: importing('node:fs'),
    rule: 'core-is-pure',
  },
  {
    what: 'the policy opens a socket, without the prefix node:',
    file: 'src-main/policy/forbidden-net.ts',
    code: importing('net'),
    rule: 'core-is-pure',
  },
  {
    what: 'the contract uses a package',
    file: 'src-main/contract/forbidden-package.ts',
    code: importing('ajv'),
    rule: 'core-is-pure',
  },
  {
    what: 'the policy imports a Node module dynamically',
    file: 'src-main/policy/forbidden-late.ts',
    code: "export const late = () => import('node:fs')\n",
    rule: 'core-is-pure',
  },
  {
    what: 'a consumer imports the approvers',
    file: 'src-main/consumers/rest/forbidden-approver.ts',
    code: importing('../../approvers/lan/lan-approvals.js'),
    rule: 'consumers-imports',
  },
  {
    what: 'a consumer can approve',
    file: 'src-main/consumers/rest/forbidden-port.ts',
    code: importing('../../gateway/ports/approvers.js'),
    rule: 'only-approvers-decide',
  },
  {
    what: 'the phone page imports the program',
    file: 'src-phone/forbidden-gateway.ts',
    code: importing('../src-main/gateway/gateway.js'),
    rule: 'phone-page-imports',
  },
  {
    what: 'the overlay imports the program',
    file: 'src-overlay/forbidden-bridge.ts',
    code: importing('../src-renderer/bridge.js'),
    rule: 'overlay-imports',
  },
  {
    what: 'the policy imports the gateway',
    file: 'src-main/policy/forbidden-gateway.ts',
    code: importing('../gateway/gateway.js'),
    rule: 'policy-imports',
  },
  {
    what: 'the gateway imports Electron',
    file: 'src-main/gateway/forbidden-electron.ts',
    code: importing('electron'),
    rule: 'electron-only-in-the-shell',
  },
  {
    what: 'the gateway imports Ajv',
    file: 'src-main/gateway/forbidden-validation.ts',
    code: importing('../validation/ajv.js'),
    rule: 'gateway-imports',
  },
  {
    what: 'the gateway imports a type of the storage',
    file: 'src-main/gateway/forbidden-type.ts',
    code: "export type { SettingsStore } from '../storage/settings-store.js'\n",
    rule: 'gateway-imports',
  },
  {
    what: 'a provider imports its sibling',
    file: 'src-main/providers/importer/forbidden-sibling.ts',
    code: importing('../agent/agent-provider.js'),
    rule: 'no-imports-between-providers-or-consumers',
  },
  {
    what: 'a provider imports Electron',
    file: 'src-main/providers/agent/forbidden-electron.ts',
    code: importing('electron'),
    rule: 'electron-only-in-the-shell',
  },
  {
    what: 'a consumer imports a provider',
    file: 'src-main/consumers/mcp/forbidden-provider.ts',
    code: importing('../../providers/agent/agent-provider.js'),
    rule: 'consumers-imports',
  },
  {
    what: 'a consumer imports the gateway',
    file: 'src-main/consumers/mcp/forbidden-gateway.ts',
    code: importing('../../gateway/gateway.js'),
    rule: 'consumers-imports',
  },
  {
    what: 'a consumer imports an internal module of the gateway',
    file: 'src-main/consumers/mcp/forbidden-steps.ts',
    code: importing('../../gateway/path/steps/run.js'),
    rule: 'consumers-imports',
  },
  {
    what: 'the simulator imports the gateway',
    file: 'agents/kit/simulator/forbidden-gateway.ts',
    code: importing('../../../src-main/gateway/gateway.js'),
    rule: 'simulator-imports',
  },
  {
    what: 'a command imports the composition root',
    file: 'src-main/cli/forbidden-program.ts',
    code: importing('../compose/compose.js'),
    rule: 'cli-imports',
  },
  {
    what: 'the headless program imports a consumer',
    file: 'src-main/headless/forbidden-consumer.ts',
    code: importing('../consumers/rest/rest-consumer.js'),
    rule: 'headless-imports',
  },
  {
    what: 'the bridge uses a package',
    file: 'src-main/bridge/forbidden-package.ts',
    code: importing('ws'),
    rule: 'bridge-imports',
  },
  {
    what: 'the bridge imports the storage',
    file: 'src-main/bridge/forbidden-storage.ts',
    code: importing('../storage/profile.js'),
    rule: 'bridge-imports',
  },
  {
    what: 'the renderer imports the gateway',
    file: 'src-renderer/forbidden-gateway.ts',
    code: importing('../src-main/gateway/gateway.js'),
    rule: 'renderer-imports',
  },
  {
    what: 'a screen imports another screen',
    file: 'src-renderer/features/importer/forbidden-feature.ts',
    code: importing('../imported/feature.js'),
    rule: 'no-imports-between-features',
  },
  {
    what: 'what the window shares with the program needs Node',
    file: 'src-main/owner/table/shapes.ts',
    code: importing('node:crypto'),
    rule: 'shared-with-pages-without-node',
  },
  {
    what: 'the window with invented data uses a part of the gateway that needs Node',
    file: 'test/fakes/renderer/forbidden-gateway.ts',
    code: importing('../../../src-main/gateway/path/fingerprint.js'),
    rule: 'fake-page-imports',
  },
  {
    what: 'two modules import each other',
    file: 'src-main/policy/forbidden-circle.ts',
    code: "import { two } from './forbidden-circle-two.js'\nexport const one = (): unknown => two\n",
    rule: 'no-circular',
  },
]

/** Imports that ARCHITECTURE.md also forbids; any rule may report them. */
const alsoForbidden: readonly Omit<Forbidden, 'rule'>[] = [
  {
    what: 'the renderer reads a file',
    file: 'src-renderer/forbidden-file.ts',
    code: importing('node:fs'),
  },
  {
    what: 'the preload bridge imports the gateway',
    file: 'src-main/preload/forbidden-gateway.ts',
    code: importing('../gateway/gateway.js'),
  },
  {
    what: 'an order of the owner imports a consumer',
    file: 'src-main/owner/orders/forbidden-consumer.ts',
    code: importing('../../consumers/mcp/mcp-consumer.js'),
  },
  {
    what: 'an order of the owner imports a door',
    file: 'src-main/owner/orders/forbidden-door.ts',
    code: importing('../doors/stdin-line.js'),
  },
  {
    what: 'the table of orders imports an order',
    file: 'src-main/owner/table/forbidden-order.ts',
    code: importing('../orders/giver.js'),
  },
  {
    what: 'an order of the owner imports Electron',
    file: 'src-main/owner/orders/forbidden-electron.ts',
    code: importing('electron'),
  },
  {
    what: 'the shell imports a consumer',
    file: 'src-main/shell/forbidden-consumer.ts',
    code: importing('../consumers/mcp/mcp-consumer.js'),
  },
]

const supportFiles: Readonly<Record<string, string>> = {
  'src-renderer/features/imported/feature.ts': 'export const feature = 1\n',
  'src-main/policy/forbidden-circle-two.ts':
    "import { one } from './forbidden-circle.js'\nexport const two = (): unknown => one\n",
  'src-main/providers/agent/allowed.ts': importing('@contract/frames.js'),
  'src-renderer/allowed.ts': importing('@contract/frames.js'),
}

/** The violations of dependency-cruiser; a cycle is reported once, from one of its modules. */
interface Violation {
  readonly from: string
  readonly rule: { readonly name: string; readonly severity: string }
  readonly cycle?: readonly { readonly name: string }[]
}

let copy: string
const violations = new Map<string, string[]>()

beforeAll(async () => {
  copy = mkdtempSync(path.join(tmpdir(), 'gatehouse-layers-'))
  for (const name of [
    'src-main',
    'agents/kit',
    'src-renderer',
    'src-phone',
    'src-overlay',
    'schemas',
    'package.json',
    'tsconfig.json',
    '.dependency-cruiser.cjs',
  ]) {
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const written = [...forbidden, ...alsoForbidden].map(({ file, code }) => [file, code] as const)
  for (const [file, code] of [...written, ...Object.entries(supportFiles)]) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    writeFileSync(path.join(copy, file), code)
  }
  const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  // Each rule is about one import, or about a cycle of two files: a depth of two from each of these files is
  // sufficient.
  const args = [
    cruiser,
    ...written.map(([file]) => file),
    ...Object.keys(supportFiles),
    ...['--max-depth', '2'],
    ...['--config', '.dependency-cruiser.cjs'],
    ...['--output-type', 'json'],
  ]
  const cruised = promisify(execFile)(process.execPath, args, { cwd: copy, maxBuffer: 256 * 1024 * 1024 })
  const { stdout } = await cruised.catch((failed: { stdout: string }) => failed)
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: readonly Violation[] }
  }
  for (const { from, rule, cycle = [] } of summary.violations) {
    if (rule.severity !== 'error') continue
    for (const file of new Set([from, ...cycle.map(({ name }) => name)])) {
      violations.set(file, [...(violations.get(file) ?? []), rule.name])
    }
  }
}, 120_000)

afterAll(() => rmSync(copy, { recursive: true, force: true }))

// verifies: calls
describe('reports an error when', () => {
  it.each(forbidden)('$what', ({ file, rule }) => {
    expect(violations.get(file) ?? []).toContain(rule)
  })

  it.each(alsoForbidden)('$what', ({ file }) => {
    expect(violations.get(file) ?? []).not.toEqual([])
  })
})

describe('reports no error when', () => {
  it.each(['src-main/providers/agent/allowed.ts', 'src-renderer/allowed.ts'])('%s imports the contract', (file) => {
    expect(violations.get(file) ?? []).toEqual([])
  })
})
