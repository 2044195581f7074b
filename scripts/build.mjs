/**
 * Builds everything under `dist/`: main, preload, bridge and the other programs with esbuild, the renderer with Vite.
 *
 * `--no-renderer` leaves the renderer out. Beside them lies what the licences of the packages in them demand.
 */
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as esbuild from 'esbuild'
import { licensedPackages, notAllowed, noticesOf, shippedWhole } from './licences.mjs'
import { makeMcpack } from './mcpack.mjs'

const root = path.resolve(import.meta.dirname, '..')
const dist = path.join(root, 'dist')
const withRenderer = !process.argv.includes('--no-renderer')

/** Program in `dist/` → its composition root. */
const programs = {
  main: 'src-main/main.ts',
  headless: 'src-main/headless.ts',
  simulator: 'src-main/simulator-process.ts',
  'stdio-bridge': 'src-main/stdio-bridge.ts',
  cli: 'src-main/cli.ts',
  'schema-worker': 'src-main/schema-worker.ts',
  'sandbox-worker': 'src-main/sandbox-worker.ts',
  'embedded-service': 'src-main/embedded-service.ts',
  'window-preload': 'src-main/preload/window.ts',
  'pop-up-preload': 'src-main/preload/pop-up.ts',
}

/** Shipped beside the bundles, as it is. */
const whole = ['@photostructure/sqlite']

await rm(dist, { recursive: true, force: true })
const main = await esbuild.build({
  absWorkingDir: root,
  entryPoints: Object.entries(programs).map(([out, file]) => ({ out, in: file })),
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['electron', 'node:sqlite', ...whole],
  metafile: true,
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  loader: { '.png': 'dataurl' },
  define: { 'import.meta.dirname': '__dirname' },
  // Its other build asks for its parts in a way that cannot be followed.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
})

// The page of the LAN door, for the browsers of phones.
const phone = await esbuild.build({
  absWorkingDir: root,
  entryPoints: ['src-phone/phone.ts', 'src-phone/phone.css'],
  outdir: path.join(dist, 'phone'),
  bundle: true,
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

// What `bin` of package.json names is started by itself.
await chmod(path.join(dist, 'cli.cjs'), 0o755)

/** Files of packages that ended up in the pages. @type {Set<string>} */
const inPages = new Set()
if (withRenderer) {
  const vite = await import('vite')
  await vite.build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn', plugins: [noting(inPages)] })
}

const packages = licensedPackages(
  [...written(main.metafile), ...written(phone.metafile), ...inPages, ...shippedWhole(whole, root)],
  root,
)
const strangers = notAllowed(packages).map(({ name, licence }) => `${name} (${licence})`)
if (strangers.length > 0) throw new Error(`Nobody has looked at these licences: ${strangers.join(', ')}`)
await mkdir(path.join(dist, 'renderer'), { recursive: true })
await writeFile(path.join(dist, 'renderer', 'licences.json'), JSON.stringify(packages))
await writeFile(path.join(dist, 'THIRD-PARTY-NOTICES.txt'), noticesOf(packages))

/** Files of which something is in a bundle. */
function written({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs))
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file)
}

/** Notes what Vite writes: code that is left after shaking, and every style sheet with its fonts. */
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
