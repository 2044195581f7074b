/**
 * Makes `release/gatehouse-VERSION.mcpb`, the extension of Claude Desktop for any computer, and checks it: the manifest
 * by the format's own validator, the code for being one file that needs nothing but Node.
 *
 * `node scripts/package-mcpb.mjs [FILE]`
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { unpackExtension, validateManifest } from '@anthropic-ai/mcpb'
import * as esbuild from 'esbuild'

const root = path.resolve(import.meta.dirname, '..')
const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
const target = path.resolve(process.argv[2] ?? path.join(root, 'release', `gatehouse-${version}.mcpb`))
const work = await mkdtemp(path.join(tmpdir(), 'gatehouse-mcpb-'))

const bundled = { absWorkingDir: root, bundle: true, platform: 'node', target: 'node18', logLevel: 'warning' }

try {
  const bridge = await esbuild.build({
    ...bundled,
    entryPoints: ['src-main/stdio-bridge.ts'],
    format: 'cjs',
    write: false,
    metafile: true,
  })
  const [{ imports }] = Object.values(bridge.metafile.outputs)
  const foreign = imports.filter(({ path: name }) => !isBuiltin(name))
  if (foreign.length > 0) throw new Error(`The bridge needs more than Node: ${foreign.map(({ path: name }) => name)}`)

  const maker = path.join(work, 'bundle.mjs')
  await esbuild.build({
    ...bundled,
    entryPoints: ['src-main/connect/bundle.ts'],
    format: 'esm',
    outfile: maker,
    mainFields: ['module', 'main'],
  })
  const { makeBundle } = await import(pathToFileURL(maker).href)
  const icon = await readFile(path.join(root, 'build', 'icon.png'))
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, makeBundle({ bridge: bridge.outputFiles[0].text, icon }))

  const unpacked = path.join(work, 'unpacked')
  if (!(await unpackExtension({ mcpbPath: target, outputDir: unpacked, silent: true })))
    throw new Error('The bundle cannot be unpacked.')
  if (!validateManifest(path.join(unpacked, 'manifest.json'))) throw new Error('The manifest is not valid.')
  const files = (await readdir(unpacked, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  console.log(`${path.relative(process.cwd(), target)}: ${files.map(({ name }) => name).join(', ')}`)
} finally {
  await rm(work, { recursive: true, force: true })
}
