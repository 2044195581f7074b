/** Programs of the benchmark: where they are, and how they are started and ended. */
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { isInstalled } from '../../../scripts/dependencies.mjs'
import { startManaged } from '../../../scripts/managed-process.mjs'

const here = import.meta.dirname
const root = path.resolve(here, '../../..')
/** Packages that only the benchmark needs, with a lock file of their own. */
const others = path.dirname(here)

export const built = (program) => path.join(root, 'dist', program)
export const ours = (program) => path.join(here, program)

export const mcpRemote = () =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('mcp-remote/package.json')), 'dist/proxy.js')

export const supergateway = () => other('supergateway/dist/index.js')
export const mcpHub = () => other('mcp-hub/dist/cli.js')

/** Installed when one is wanted for the first time. */
function other(file) {
  if (!isInstalled(others)) {
    const options = { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' }
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', others], options)
  }
  return path.join(others, 'node_modules', file)
}

/** Raises the rate limits of the bridge as an owner would, because a benchmark measures speed and not limits. */
export function raiseRates(profile) {
  const edit = ['clients', 'edit', 'bridge', '--rate', '60000', '--profile', profile]
  execFileSync(process.execPath, [built('cli.cjs'), ...edit], { stdio: 'ignore' })
}

export class Programs {
  #started = []

  /** Starts a program and returns its first line. */
  async start(...args) {
    const program = startManaged(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'], graceMs: 5_000 })
    this.#started.push(program)
    for await (const line of createInterface({ input: program.child.stdout })) return line
    throw new Error(`${args.at(0)} ended before it said anything. Is the program built (npm run build)?`)
  }

  async stop() {
    await Promise.all(this.#started.map((program) => program.stop()))
  }
}
