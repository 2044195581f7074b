/**
 * The behavior pack for Bedrock as a `.mcpack`, the same bytes for the same source.
 *
 * `npm run package:mcpack` writes `release/gatehouse.mcpack`; a build puts it beside the programs.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as esbuild from 'esbuild'
import { zipSync } from 'fflate'

const root = path.resolve(import.meta.dirname, '..')
const source = path.join(root, 'src-main', 'bedrock-pack')
/** Any fixed time, so that the zip depends on its files alone. */
const mtime = new Date(2026, 0, 1)

export async function makeMcpack() {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [path.join(source, 'pack.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2020',
    charset: 'ascii',
    external: ['@minecraft/server'],
    logLevel: 'warning',
  })
  const files = {
    'manifest.json': await readFile(path.join(source, 'manifest.json')),
    'pack_icon.png': await readFile(path.join(root, 'build', 'icon.png')),
    'scripts/gatehouse.js': outputFiles[0].contents,
  }
  return zipSync(files, { level: 9, mtime })
}

if (process.argv[1] === import.meta.filename) {
  const target = path.resolve(process.argv[2] ?? path.join(root, 'release', 'gatehouse.mcpack'))
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, await makeMcpack())
  console.log(path.relative(process.cwd(), target))
}
