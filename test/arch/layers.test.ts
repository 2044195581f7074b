import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** What is forbidden, the folder or file that does it, and what it imports; or its code where that is no plain import. */
type Row = readonly [what: string, where: string, imported: string, code?: string]

const importing = (specifier: string): string => `import * as other from '${specifier}'\nexport const used = other\n`

/** By the rule that reports it. */
const forbidden: Readonly<Record<string, readonly Row[]>> = {
  'core-is-pure': [
    ['the policy reads a file', 'src-main/policy', 'node:fs'],
    ['the policy opens a socket, without the prefix node:', 'src-main/policy', 'net'],
    ['the contract uses a package', 'src-main/contract', 'ajv'],
    [
      'the policy imports a Node module dynamically',
      'src-main/policy',
      'node:fs',
      "export const late = () => import('node:fs')\n",
    ],
  ],
  'consumers-imports': [
    ['a consumer imports the approvers', 'src-main/consumers/rest', '../../approvers/lan/lan-approvals.js'],
    ['a consumer imports a provider', 'src-main/consumers/mcp', '../../providers/agent/agent-provider.js'],
    ['a consumer imports the gateway', 'src-main/consumers/mcp', '../../gateway/gateway.js'],
    ['a consumer imports an internal module of it', 'src-main/consumers/mcp', '../../gateway/path/steps/run.js'],
  ],
  'only-approvers-decide': [['a consumer can approve', 'src-main/consumers/rest', '../../gateway/ports/approvers.js']],
  'phone-page-imports': [['the phone page imports the program', 'src-phone', '../src-main/gateway/gateway.js']],
  'overlay-imports': [['the overlay imports the program', 'src-overlay', '../src-renderer/bridge.js']],
  'policy-imports': [['the policy imports the gateway', 'src-main/policy', '../gateway/gateway.js']],
  'electron-only-in-the-shell': [
    ['the gateway imports Electron', 'src-main/gateway', 'electron'],
    ['a provider imports Electron', 'src-main/providers/agent', 'electron'],
  ],
  'gateway-imports': [
    ['the gateway imports Ajv', 'src-main/gateway', '../validation/ajv.js'],
    [
      'the gateway imports a type of the storage',
      'src-main/gateway',
      '../storage/settings-store.js',
      "export type { SettingsStore } from '../storage/settings-store.js'\n",
    ],
  ],
  'no-imports-between-providers-or-consumers': [
    ['a provider imports its sibling', 'src-main/providers/importer', '../agent/agent-provider.js'],
  ],
  'simulator-imports': [
    ['the simulator imports the gateway', 'agents/kit/simulator', '../../../src-main/gateway/gateway.js'],
  ],
  'cli-imports': [['a command imports the composition root', 'src-main/cli', '../compose/compose.js']],
  'headless-imports': [
    ['the headless program imports a consumer', 'src-main/headless', '../consumers/rest/rest-consumer.js'],
  ],
  'bridge-imports': [
    ['the bridge uses a package', 'src-main/bridge', 'ws'],
    ['the bridge imports the storage', 'src-main/bridge', '../storage/profile.js'],
  ],
  'renderer-imports': [['the renderer imports the gateway', 'src-renderer', '../src-main/gateway/gateway.js']],
  'no-imports-between-features': [
    ['a screen imports another screen', 'src-renderer/features/importer', '../imported/feature.js'],
  ],
  'shared-with-pages-without-node': [
    ['what the window shares with the program needs Node', 'src-main/owner/table/shapes.ts', 'node:crypto'],
  ],
  'fake-page-imports': [
    [
      'the window with invented data uses a part of the gateway that needs Node',
      'test/fakes/renderer',
      '../../../src-main/gateway/path/fingerprint.js',
    ],
  ],
  'no-circular': [
    [
      'two modules import each other',
      'src-main/policy',
      './forbidden-circle-two.js',
      "import { two } from './forbidden-circle-two.js'\nexport const one = (): unknown => two\n",
    ],
  ],
}

/** What ARCHITECTURE.md also forbids; any rule may report it. */
const alsoForbidden: readonly Row[] = [
  ['the renderer reads a file', 'src-renderer', 'node:fs'],
  ['the preload bridge imports the gateway', 'src-main/preload', '../gateway/gateway.js'],
  ['an order of the owner imports a consumer', 'src-main/owner/orders', '../../consumers/mcp/mcp-consumer.js'],
  ['an order of the owner imports a door', 'src-main/owner/orders', '../doors/stdin-line.js'],
  ['the table of orders imports an order', 'src-main/owner/table', '../orders/giver.js'],
  ['an order of the owner imports Electron', 'src-main/owner/orders', 'electron'],
  ['the shell imports a consumer', 'src-main/shell', '../consumers/mcp/mcp-consumer.js'],
]

/** A file that violates a layer, and its content. */
const cases = [...Object.entries(forbidden), ['any', alsoForbidden] as const].flatMap(([rule, rows]) =>
  rows.map(([what, where, imported, code = importing(imported)], at) => {
    const file = where.endsWith('.ts')
      ? where
      : `${where}/forbidden-${rule === 'no-circular' ? 'circle' : `${rule}-${at}`}.ts`
    return { rule, what, file, code }
  }),
)

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
  const written = cases.map(({ file, code }) => [file, code] as const)
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
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

// verifies: calls
describe('reports an error when', () => {
  it.each(cases)('$what', ({ file, rule }) => {
    const reported = violations.get(file) ?? []
    if (rule === 'any') expect(reported).not.toEqual([])
    else expect(reported).toContain(rule)
  })
})

it.each(['src-main/providers/agent/allowed.ts', 'src-renderer/allowed.ts'])(
  'reports no error when %s imports the contract',
  (file) => {
    expect(violations.get(file) ?? []).toEqual([])
  },
)
