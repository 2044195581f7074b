/**
 * Fuzzes every parser of ours, guided by coverage, from the corpus beside it.
 *
 * `GATEHOUSE_FUZZ_SECONDS` is the time of all targets together, `GATEHOUSE_FUZZ_KEEP=1` keeps what reached new code.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzzTargets } from './targets.js'

const root = path.resolve(import.meta.dirname, '../../..')
const folder = path.join(root, 'node_modules', '.cache', `gatehouse-fuzz-${process.pid}`)
const program = path.join(folder, 'fuzz-process.cjs')
const seconds = Number(process.env.GATEHOUSE_FUZZ_SECONDS ?? 6)
const seed = process.env.GATEHOUSE_FUZZ_SEED ?? `${Date.now() % 1_000_000}`

beforeAll(async () => {
  await build({
    entryPoints: [path.join(import.meta.dirname, 'fuzz-process.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'silent',
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it(
  `finds no input that crashes or slows down a parser (seed ${seed})`,
  async () => {
    const each = `${seconds / fuzzTargets.length}`
    const corpus = path.join(import.meta.dirname, 'corpus')
    const fuzzer = spawn(process.execPath, [program, corpus, each, seed, process.env.GATEHOUSE_FUZZ_KEEP ?? ''])
    let said = ''
    let problem = ''
    fuzzer.stdout.on('data', (data) => {
      said += data
    })
    fuzzer.stderr.on('data', (data) => {
      problem = (problem + data).slice(-2_000)
    })
    const [code] = await once(fuzzer, 'close')
    expect(problem).toBe('')
    expect(code).toBe(0)
    const lines = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { finding?: string; runs?: number })
    expect(lines.filter(({ finding }) => finding !== undefined)).toEqual([])
    expect(lines.map(({ runs = 0 }) => runs > 0)).toEqual(fuzzTargets.map(() => true))
    if (process.env.GATEHOUSE_FUZZ_SECONDS) console.log(said)
  },
  seconds * 2_000 + 60_000,
)
