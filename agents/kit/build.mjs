/** Builds the npm package `gatehouse-agent` from the SDK of the kit: one module, its types, and the licence. `npm pack` runs it. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname
const root = path.resolve(here, '..', '..')
const { dependencies } = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'))

rmSync(path.join(here, 'dist'), { recursive: true, force: true })
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['agents/kit/sdk/index.ts'],
  outfile: path.join(here, 'dist', 'index.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  metafile: true,
  logLevel: 'warning',
})

// A used but undeclared package would be missing only for users of the package.
const used = Object.values(metafile.outputs)
  .flatMap(({ imports }) => imports.map(({ path: name }) => name))
  .filter((name) => !name.startsWith('node:'))
const undeclared = used.filter(
  (name) => !Object.keys(dependencies).some((one) => name === one || name.startsWith(`${one}/`)),
)
if (undeclared.length > 0) throw new Error(`package.json does not declare ${[...new Set(undeclared)].join(', ')}.`)

const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js')
const { status } = spawnSync(process.execPath, [compiler, '-p', here], { stdio: ['ignore', 2, 2] })
if (status !== 0) throw new Error('The types could not be made.')
copyFileSync(path.join(root, 'LICENSE'), path.join(here, 'LICENSE'))
