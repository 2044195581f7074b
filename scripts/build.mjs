/**
 * Builds everything under `dist/`: main, preload, bridge and the other programs with esbuild, the renderer with Vite.
 *
 * `--no-renderer` leaves the renderer out. Also writes the licence texts of the bundled packages.
 */
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as esbuild from 'esbuild'
import { licensedPackages, notAllowed, noticesOf, shippedWhole } from './licences.mjs'
import { makeMcpack } from './mcpack.mjs'
import { buildSplit } from './split-build.mjs'

const root = path.resolve(import.meta.dirname, '..')
const dist = path.join(root, 'dist')
const withRenderer = !process.argv.includes('--no-renderer')

/**
 * Program in `dist/` → its composition root. They share files, and load modules that the start does not need on first
 * use.
 */
const splitPrograms = {
  main: 'src-main/main.ts',
  headless: 'src-main/headless.ts',
  simulator: 'src-main/simulator-process.ts',
  cli: 'src-main/cli.ts',
}

/** Loaded when they are first used: a start without clients, services and questions needs none of them. */
const deferred = [
  '@ai-sdk/anthropic',
  '@ai-sdk/openai-compatible',
  '@decimalturn/toml-patch',
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/node',
  '@modelcontextprotocol/server',
  'ai',
  'csv-stringify',
  'discord.js',
  'fflate',
  'nbtify',
  're2js',
  'ssh2',
  'yaml',
  'zod',
  'src-main/consumers/mcp/handlers/tools.ts',
  // A start uses these, and so do modules that are deferred: here they get files of their own.
  'src-main/network/checked-fetch.ts',
  'src-main/providers/java/java-server.ts',
  'src-main/providers/java/log/code-pages.ts',
  'src-main/providers/java/ways/docker/docker-way.ts',
  'src-main/providers/java/ways/mcsmanager/mcsmanager-way.ts',
  'src-main/providers/java/ways/panel/panel-way.ts',
  'src-main/providers/java/ways/ssh/ssh-way.ts',
]

/** Program in `dist/` that is one file → its composition root. */
const singleFilePrograms = {
  'stdio-bridge': 'src-main/stdio-bridge.ts',
  'schema-worker': 'src-main/schema-worker.ts',
  'painter-worker': 'src-main/painter-worker.ts',
  'sandbox-worker': 'src-main/sandbox-worker.ts',
  'embedded-service': 'src-main/embedded-service.ts',
  'window-preload': 'src-main/preload/window.ts',
  'pop-up-preload': 'src-main/preload/pop-up.ts',
}

/** Shipped unbundled beside the bundles. */
const whole = ['@photostructure/sqlite']

await rm(dist, { recursive: true, force: true })
const forNode = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  // Optional parts of ssh2, ws and discord.js, which work without them.
  external: ['electron', 'node:sqlite', ...whole, 'cpu-features', '*/sshcrypto.node', 'zlib-sync'],
  metafile: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  loader: { '.png': 'dataurl' },
  define: { 'import.meta.dirname': '__dirname' },
  // The builds of ES modules: esbuild cannot follow the other one of jsonc-parser, nor defer that of yaml.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js', yaml: './node_modules/yaml/browser/index.js' },
}
const entriesOf = (named) => Object.entries(named).map(([out, file]) => ({ out, in: file }))
const main = await esbuild.build({
  ...forNode,
  entryPoints: entriesOf(singleFilePrograms),
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  sourcemap: 'linked',
})
const split = await buildSplit({ ...forNode, entryPoints: entriesOf(splitPrograms), outdir: dist }, deferred)

// The page that the LAN listener serves to phones.
const phone = await esbuild.build({
  absWorkingDir: root,
  entryPoints: ['src-phone/phone.ts', 'src-phone/phone.css'],
  outdir: path.join(dist, 'phone'),
  bundle: true,
  minify: true,
  platform: 'browser',
  target: ['safari15', 'chrome100', 'firefox100'],
  format: 'iife',
  metafile: true,
  logLevel: 'warning',
})

// The behavior pack that the window installs.
await writeFile(path.join(dist, 'gatehouse.mcpack'), await makeMcpack())
// The icon of the bundle that the program makes for Claude Desktop.
await copyFile(path.join(root, 'build', 'icon.png'), path.join(dist, 'icon.png'))
// The page for a streamer's scene. Browser sources are often a few years older than browsers.
await esbuild.build({
  absWorkingDir: root,
  entryPoints: ['src-overlay/overlay.tsx'],
  outdir: path.join(dist, 'overlay'),
  bundle: true,
  minify: true,
  jsx: 'automatic',
  platform: 'browser',
  target: ['chrome103'],
  format: 'iife',
  external: ['/overlay/*'],
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
})
await copyFile(
  path.join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  path.join(dist, 'overlay/inter.woff2'),
)

// The entry of `bin` in package.json must be executable.
await chmod(path.join(dist, 'cli.cjs'), 0o755)

/** Files of packages that ended up in the pages. @type {Set<string>} */
const inPages = new Set()
if (withRenderer) {
  const vite = await import('vite')
  await vite.build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn', plugins: [noting(inPages)] })
}

const packages = licensedPackages(
  [...written(main.metafile), ...written(split), ...written(phone.metafile), ...inPages, ...shippedWhole(whole, root)],
  root,
)
const unreviewed = notAllowed(packages).map(({ name, licence }) => `${name} (${licence})`)
if (unreviewed.length > 0) throw new Error(`Nobody has looked at these licences: ${unreviewed.join(', ')}`)
await mkdir(path.join(dist, 'renderer'), { recursive: true })
await writeFile(path.join(dist, 'renderer', 'licences.json'), JSON.stringify(packages))
await writeFile(path.join(dist, 'THIRD-PARTY-NOTICES.txt'), noticesOf(packages))

/** Files with at least one part in a bundle. */
function written({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs))
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file)
}

/** Records what Vite writes: code after tree shaking, and every style sheet with its fonts. */
function noting(files) {
  return {
    name: 'noting-licences',
    generateBundle(_options, bundle) {
      for (const id of this.getModuleIds()) if (/\.css(?:\?|$)/.test(id)) files.add(id)
      for (const chunk of Object.values(bundle)) {
        for (const [id, { renderedLength }] of Object.entries(chunk.modules ?? {})) {
          if (renderedLength > 0 && !id.startsWith('\0')) files.add(id)
        }
      }
    },
  }
}
