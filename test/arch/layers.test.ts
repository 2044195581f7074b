import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

interface Forbidden {
  readonly what: string
  /** File that breaks a layer, and what is written in it. */
  readonly file: string
  readonly code: string
  readonly rule: string
}

const importing = (specifier: string): string => `import * as other from '${specifier}'\nexport const used = other\n`

const forbidden: readonly Forbidden[] = [
  {
    what: 'the policy reads a file',
    file: 'src-main/policy/trespass-file.ts',
    code: importing('node:fs'),
    rule: 'core-is-pure',
  },
  {
    what: 'the policy opens a socket, without saying node:',
    file: 'src-main/policy/trespass-net.ts',
    code: importing('net'),
    rule: 'core-is-pure',
  },
  {
    what: 'the contract uses a package',
    file: 'src-main/contract/trespass-package.ts',
    code: importing('ajv'),
    rule: 'core-is-pure',
  },
  {
    what: 'the policy loads a file of node while it runs',
    file: 'src-main/policy/trespass-late.ts',
    code: "export const late = () => import('node:fs')\n",
    rule: 'core-is-pure',
  },
  {
    what: 'a consumer knows who approves',
    file: 'src-main/consumers/rest/trespass-approver.ts',
    code: importing('../../approvers/lan/lan-approvals.js'),
    rule: 'consumers-imports-only-what-it-may',
  },
  {
    what: 'a consumer can approve',
    file: 'src-main/consumers/rest/trespass-port.ts',
    code: importing('../../gateway/ports/approvers.js'),
    rule: 'only-approvers-decide',
  },
  {
    what: 'the page of a phone knows the program',
    file: 'src-phone/trespass-gateway.ts',
    code: importing('../src-main/gateway/gateway.js'),
    rule: 'the-phone-page-stands-alone',
  },
  {
    what: 'the overlay asks the program for something',
    file: 'src-overlay/trespass-bridge.ts',
    code: importing('../src-renderer/bridge.js'),
    rule: 'the-overlay-shows-and-no-more',
  },
  {
    what: 'the policy knows the gateway',
    file: 'src-main/policy/trespass-gateway.ts',
    code: importing('../gateway/gateway.js'),
    rule: 'policy-imports-only-what-it-may',
  },
  {
    what: 'the gateway knows Electron',
    file: 'src-main/gateway/trespass-electron.ts',
    code: importing('electron'),
    rule: 'only-the-shell-knows-electron',
  },
  {
    what: 'the gateway knows Ajv behind its port',
    file: 'src-main/gateway/trespass-validation.ts',
    code: importing('../validation/ajv.js'),
    rule: 'gateway-imports-only-what-it-may',
  },
  {
    what: 'the gateway knows a type of the storage',
    file: 'src-main/gateway/trespass-type.ts',
    code: "export type { SettingsStore } from '../storage/settings-store.js'\n",
    rule: 'gateway-imports-only-what-it-may',
  },
  {
    what: 'a provider knows its sibling',
    file: 'src-main/providers/trespasser/trespass-sibling.ts',
    code: importing('../agent/agent-provider.js'),
    rule: 'providers-know-no-siblings',
  },
  {
    what: 'a provider knows Electron',
    file: 'src-main/providers/agent/trespass-electron.ts',
    code: importing('electron'),
    rule: 'only-the-shell-knows-electron',
  },
  {
    what: 'a consumer touches a provider',
    file: 'src-main/consumers/mcp/trespass-provider.ts',
    code: importing('../../providers/agent/agent-provider.js'),
    rule: 'consumers-imports-only-what-it-may',
  },
  {
    what: 'a consumer knows the gateway behind its ports',
    file: 'src-main/consumers/mcp/trespass-gateway.ts',
    code: importing('../../gateway/gateway.js'),
    rule: 'consumers-imports-only-what-it-may',
  },
  {
    what: 'a consumer reaches for what is inside the gateway',
    file: 'src-main/consumers/mcp/trespass-steps.ts',
    code: importing('../../gateway/path/steps/run.js'),
    rule: 'consumers-imports-only-what-it-may',
  },
  {
    what: 'the simulator knows the gateway',
    file: 'src-main/simulator/trespass-gateway.ts',
    code: importing('../gateway/gateway.js'),
    rule: 'simulator-imports-only-what-it-may',
  },
  {
    what: 'a command knows the whole program',
    file: 'src-main/cli/trespass-program.ts',
    code: importing('../compose/compose.js'),
    rule: 'cli-imports-only-what-it-may',
  },
  {
    what: 'the bridge uses a package',
    file: 'src-main/bridge/trespass-package.ts',
    code: importing('ws'),
    rule: 'the-bridge-stands-alone',
  },
  {
    what: 'the bridge knows the storage',
    file: 'src-main/bridge/trespass-storage.ts',
    code: importing('../storage/profile.js'),
    rule: 'the-bridge-stands-alone',
  },
  {
    what: 'the renderer knows the gateway',
    file: 'src-renderer/trespass-gateway.ts',
    code: importing('../src-main/gateway/gateway.js'),
    rule: 'renderer-sees-contract-only',
  },
  {
    what: 'a screen knows another screen',
    file: 'src-renderer/features/trespasser/trespass-feature.ts',
    code: importing('../trespassed/feature.js'),
    rule: 'features-are-islands',
  },
  {
    what: 'two modules need each other',
    file: 'src-main/policy/trespass-circle.ts',
    code: "import { two } from './trespass-circle-two.js'\nexport const one = (): unknown => two\n",
    rule: 'no-circular',
  },
]

/** What architecture.md forbids as well; by whatever rule. */
const alsoForbidden: readonly Omit<Forbidden, 'rule'>[] = [
  {
    what: 'the renderer reads a file',
    file: 'src-renderer/trespass-file.ts',
    code: importing('node:fs'),
  },
  {
    what: 'the preload bridge knows the gateway',
    file: 'src-main/preload/trespass-gateway.ts',
    code: importing('../gateway/gateway.js'),
  },
  {
    what: 'a handler of the window knows a provider',
    file: 'src-main/ipc/trespass-provider.ts',
    code: importing('../providers/agent/agent-provider.js'),
  },
  {
    what: 'the shell knows a consumer',
    file: 'src-main/shell/trespass-consumer.ts',
    code: importing('../consumers/mcp/mcp-consumer.js'),
  },
]

const bystanders: Readonly<Record<string, string>> = {
  'src-renderer/features/trespassed/feature.ts': 'export const feature = 1\n',
  'src-main/policy/trespass-circle-two.ts':
    "import { one } from './trespass-circle.js'\nexport const two = (): unknown => one\n",
  'src-main/providers/agent/lawful.ts': importing('@contract/frames.js'),
  'src-renderer/lawful.ts': importing('@contract/frames.js'),
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
  for (const [file, code] of [...written, ...Object.entries(bystanders)]) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    writeFileSync(path.join(copy, file), code)
  }
  const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  // Each rule is about one import, or about a cycle of two files: two steps from each of these show it.
  const args = [
    cruiser,
    ...written.map(([file]) => file),
    ...Object.keys(bystanders),
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
  it.each(['src-main/providers/agent/lawful.ts', 'src-renderer/lawful.ts'])('%s imports the contract', (file) => {
    expect(violations.get(file) ?? []).toEqual([])
  })
})
