/**
 * The gateway of the benchmarks, bundled as the headless program is, and the simulator that it connects to in a process of
 * its own.
 *
 * No owner can lift the limits of such a server: the catalogue's hold for every server but the demo world. So
 * `gateway.ts` connects to this one as the demo world.
 */
import path from 'node:path'
import * as esbuild from 'esbuild'
import { built } from '../mcp/programs.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const token = 'a-token-of-the-benchmark'

/** Arguments of node for the simulator. */
export const simulator = [built('simulator.cjs'), '--port', '0', '--token', token]

/** The last arguments of the gateway. @param firstLine of the simulator */
export const worldOf = (firstLine) => [JSON.parse(firstLine).agent, token]

/** Beside the workers that it starts; its arguments are the profile and the world. @returns {Promise<string>} its file */
export async function bundledGateway() {
  const folder = path.join(root, 'dist', 'bench-path')
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [
      { in: 'test/bench/path/gateway.ts', out: 'gateway' },
      { in: 'src-main/schema-worker.ts', out: 'schema-worker' },
    ],
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['electron', 'node:sqlite', '@photostructure/sqlite', 'cpu-features', '*/sshcrypto.node'],
    loader: { '.png': 'dataurl' },
    define: { 'import.meta.dirname': '__dirname' },
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    logLevel: 'warning',
  })
  return path.join(folder, 'gateway.cjs')
}
