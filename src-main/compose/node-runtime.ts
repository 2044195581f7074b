/**
 * Node runtime: the plain Node that runs the stdio bridge and modules of services, and the programs it can read.
 *
 * Electron's own Node is not used: its switch is an environment variable, which AI clients block, and which is off in
 * the package ([record 2](../../docs/adr/0002-a-node-of-its-own.md)). Plain Node cannot read `app.asar`, so the package
 * has these programs beside it too.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'

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
