/**
 * Builds everything under `dist/`: main, preload, bridge and the other programs with esbuild, the renderer with Vite.
 *
 * `--no-renderer` leaves the renderer out.
 */
import { chmod, copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import * as esbuild from 'esbuild'

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
  preload: 'src-main/preload/preload.ts',
}

await rm(dist, { recursive: true, force: true })
await esbuild.build({
  absWorkingDir: root,
  entryPoints: Object.entries(programs).map(([out, file]) => ({ out, in: file })),
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['electron', '@photostructure/sqlite', 'node:sqlite'],
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  loader: { '.png': 'dataurl' },
  define: { 'import.meta.dirname': '__dirname' },
})

// The page of the LAN door, for the browsers of phones.
await esbuild.build({
  absWorkingDir: root,
  entryPoints: ['src-phone/phone.ts', 'src-phone/phone.css'],
  outdir: path.join(dist, 'phone'),
  bundle: true,
  platform: 'browser',
  target: ['safari15', 'chrome100', 'firefox100'],
  format: 'iife',
  logLevel: 'warning',
})

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

if (withRenderer) {
  const vite = await import('vite')
  await vite.build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' })
}
