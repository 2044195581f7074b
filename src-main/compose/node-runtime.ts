/**
 * Node runtime: the plain Node that runs the stdio bridge and modules of services, and the programs it can read.
 *
 * Electron's own Node is not used: its switch is an environment variable, which AI clients block, and which is off in
 * the package ([record 2](../../docs/adr/0002-a-node-of-its-own.md)). Plain Node cannot read `app.asar`, so the package
 * has these programs beside it too.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { LiveFeed } from '../gateway/feeds/live-feed.js'
import type { Clock } from '../gateway/ports/runtime.js'

export interface NodeRuntime {
  /** Absolute path. */
  readonly node: string
  /** Folder of `stdio-bridge.cjs` and the other programs. */
  readonly programs: string
}

export interface RuntimeFacts {
  /** Folder of the running program's file. */
  readonly dist: string
  readonly execPath: string
  readonly isElectron: boolean
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly exists: (file: string) => boolean
}

const facts = (dist: string): RuntimeFacts => ({
  dist,
  execPath: process.execPath,
  isElectron: process.versions.electron !== undefined,
  platform: process.platform,
  env: process.env,
  exists: existsSync,
})

/** As in `electron-builder.yml` and `scripts/package/after-pack.cjs`. */
const archive = 'app.asar'

export const nodeRuntimeOf = (dist: string): NodeRuntime => nodeRuntimeIn(facts(dist))

/** @throws Error in a checkout without Node */
export function nodeRuntimeIn({ dist, execPath, isElectron, platform, env, exists }: RuntimeFacts): NodeRuntime {
  if (!isElectron) return { node: execPath, programs: dist }
  const name = platform === 'win32' ? 'node.exe' : 'node'
  const { dir, base } = path.parse(path.dirname(dist))
  if (base === archive) return { node: path.join(dir, 'runtime', name), programs: path.join(dir, 'programs') }
  const onPath = (env.PATH ?? env.Path ?? '')
    .split(path.delimiter)
    .filter(path.isAbsolute)
    .map((folder) => path.join(folder, name))
  // The start script and npm say which Node they run.
  const node = [env.GATEHOUSE_NODE, env.npm_node_execpath, ...onPath].find((file) => file && exists(file))
  if (!node) throw new Error('There is no Node in PATH.')
  return { node, programs: dist }
}

/**
 * How much the heap grows before the next full collection, so that a program that runs for long keeps little garbage.
 *
 * On a computer with much memory V8 lets the heap grow up to four times. That saves time for each call, and costs
 * memory all day. So V8 chooses under a load, and memory counts more while less happens.
 *
 * Milliseconds after which it decides again.
 */
export const periodMs = 60_000
/** Events and calls in a period from which on V8 chooses: a hundred a second. */
export const loadEntries = 6_000

/** Percent. Zero: V8 chooses. */
const growth = { quiet: 10, underLoad: 0 }

const setGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`)

/** @returns ends it */
export function limitHeapGrowth(
  feed: Pick<LiveFeed, 'onDidArrive'>,
  clock: Clock,
  set: (percent: number) => void = setGrowth,
): () => void {
  let entries = 0
  const endCounting = feed.onDidArrive(() => {
    entries += 1
  })
  let cancel = clock.after(periodMs, decide)
  function decide(): void {
    set(entries < loadEntries ? growth.quiet : growth.underLoad)
    entries = 0
    cancel = clock.after(periodMs, decide)
  }
  return () => {
    endCounting()
    cancel()
  }
}
