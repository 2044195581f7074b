/** Draws `build-pictures.json` again, after a change of the painter: `node test/fakes/renderer/draw-build-pictures.mjs` */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const { outputFiles } = await build({
  entryPoints: [here('../build/bridge-scene.ts')],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
})
const { drawnBuild } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
)
await writeFile(here('build-pictures.json'), `${JSON.stringify(drawnBuild(), null, 2)}\n`)
