/**
 * Bundled measurements: TypeScript benchmarks of modules of the program, bundled like the program, each in a separate
 * process.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import * as esbuild from 'esbuild'
import { startManaged } from '../../scripts/managed-process.mjs'

/** What is bundled with it still uses these. */
const commonJs = `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const __dirname = import.meta.dirname`

const root = path.resolve(import.meta.dirname, '../..')

/**
 * @typedef {object} Options
 * @property {boolean} [quick] shorter and fewer rounds
 * @property {boolean} [once] only enough to see that it runs
 * @property {string} [only] one measurement
 * @property {string} [profileInto] a folder for profiles of the processor time (`--cpu-prof`)
 *
 * @typedef {object} Topic
 * @property {string} folder beside this file, one file a measurement
 * @property {string} what a name for people
 * @property {readonly string[]} measurements
 * @property {readonly string[]} [beside] other programs that the measurements start
 */

/**
 * @param {Topic} topic
 * @param {Options} [options]
 */
export async function measureBundled(
  { folder: source, what, measurements, beside = [] },
  { quick = false, once = false, only, profileInto } = {},
) {
  if (only !== undefined && !measurements.includes(only)) {
    throw new Error(`There is no measurement ${only}; there are ${measurements.join(', ')}.`)
  }
  // SQLite is not bundled: it is found from here.
  mkdirSync(path.join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(path.join(root, 'dist', 'bench-'))
  try {
    await bundle(source, [...measurements, ...beside], folder)
    const figures = {}
    for (const name of measurements.filter((name) => only === undefined || name === only)) {
      const profiling = profileInto ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve(profileInto)}`] : []
      const args = ['--expose-gc', ...profiling, path.join(folder, `${name}.mjs`), ...lengthOf({ quick, once })]
      figures[name] = JSON.parse(await output(args))
    }
    return { what, node: process.version, cores: os.availableParallelism(), quick, figures }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const lengthOf = ({ quick, once }) => (once ? ['--once'] : quick ? ['--quick'] : [])

/** One line a figure. */
export const tableOf = ({ figures }) =>
  Object.entries(figures)
    .flatMap(([name, rows]) => ['', name, ...rows.map(lineOf)])
    .join('\n')

const lineOf = ({ what, value, unit, floor, timesFloor }) =>
  `  ${what.padEnd(64)} ${`${value}`.padStart(9)} ${unit.padEnd(10)}${
    floor === undefined ? '' : ` floor ${`${floor}`.padStart(9)}   ${timesFloor} times the floor`
  }`.trimEnd()

async function bundle(source, programs, folder) {
  await esbuild.build({
    absWorkingDir: path.join(import.meta.dirname, source),
    entryPoints: programs.map((name) => `${name}.ts`),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20.16',
    format: 'esm',
    external: ['@photostructure/sqlite', 'cpu-features', '*/sshcrypto.node'],
    banner: { js: commonJs },
    logLevel: 'warning',
  })
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['src-main/schema-worker.ts'],
    outfile: path.join(folder, 'schema-worker.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node20.16',
    format: 'cjs',
    logLevel: 'warning',
  })
}

async function output(args) {
  const program = startManaged(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, code] = await Promise.all([text(program.child.stdout), program.ended])
  if (code !== 0) throw new Error(`${path.basename(args.at(-1) ?? '')} ended with ${code}.`)
  return said
}
