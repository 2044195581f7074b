/** The audit trail: what a row costs at 500 a second, and what a start and a search cost where there are a million. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import * as esbuild from 'esbuild'
import { startManaged } from '../../scripts/managed-process.mjs'

import { lengthOf } from './bundled.mjs'

export { tableOf } from './bundled.mjs'

const measurements = ['append', 'large-trail']
const root = path.resolve(import.meta.dirname, '../..')

/**
 * @param {object} [options]
 * @param {boolean} [options.quick] a glance
 * @param {boolean} [options.once] only enough to see that it runs
 * @param {string} [options.only] one measurement
 */
export async function measure({ quick = false, once = false, only } = {}) {
  if (only !== undefined && !measurements.includes(only)) {
    throw new Error(`There is no measurement ${only}; there are ${measurements.join(', ')}.`)
  }
  // SQLite is not bundled: it is found from here.
  mkdirSync(path.join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(path.join(root, 'dist', 'bench-'))
  try {
    await esbuild.build({
      absWorkingDir: path.join(import.meta.dirname, 'audit'),
      entryPoints: measurements.map((name) => `${name}.ts`),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      target: 'node20.16',
      format: 'esm',
      external: ['@photostructure/sqlite'],
      logLevel: 'warning',
    })
    const figures = {}
    for (const name of measurements.filter((name) => only === undefined || name === only)) {
      const args = ['--expose-gc', path.join(folder, `${name}.mjs`), ...lengthOf({ quick, once })]
      const { child, ended } = startManaged(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      const [said, code] = await Promise.all([text(child.stdout), ended])
      if (code !== 0) throw new Error(`${name} ended with ${code}.`)
      figures[name] = JSON.parse(said)
    }
    return { what: 'the audit trail', node: process.version, cores: os.availableParallelism(), quick, figures }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
