/**
 * Fuzzes one target after the other and reports findings as JSON lines. Bundled into one file before it runs.
 *
 * Guided by coverage: an input that reaches code, or a number of rounds, that none before reached is kept and changed further.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import path from 'node:path'
import { mulberry32 } from '../../../agents/kit/simulator/mulberry32.js'
import { type FuzzTarget, fuzzTargets } from './targets.js'

// Arguments of this program: the folder of the corpus, seconds for each target, a seed, whether new inputs are kept.
const [folder = '', secondsEach = '1', seed = '1', keeps = ''] = process.argv.slice(2)
const maxInputLength = 16_384
/** Milliseconds of processor time that one input may take. */
const slowMs = 50

const chance = mulberry32(Number(seed))
const below = (limit: number): number => Math.floor(chance() * limit)

const inspector = new Session()
inspector.connect()
inspector.post('Profiler.enable')
inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[]
    }[]
  }[]
}

/** Code that ran since the last call: positions in this file, with the order of magnitude of the count. */
function reached(): string[] {
  const found: string[] = []
  inspector.post('Profiler.takePreciseCoverage', (_error: Error | null, coverage: object) => {
    for (const { url, functions } of (coverage as Coverage).result) {
      if (!url.endsWith(path.basename(__filename))) continue
      for (const { ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          if (count > 0) found.push(`${startOffset}-${endOffset}:${Math.min(8, Math.floor(Math.log2(count)))}`)
        }
      }
    }
  })
  return found
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const pieces = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\n',
  '\r\n',
  '\t',
  '\0',
  '-',
  'e9',
  '1',
  '\\u0000',
  'あ',
  '\u202e',
  '__proto__',
]

function changed(input: Buffer, other: Buffer): Buffer {
  const at = below(input.length + 1)
  const to = Math.min(input.length, at + below(16))
  const [before, inside, after] = [input.subarray(0, at), input.subarray(at, to), input.subarray(to)]
  switch (below(8)) {
    case 0:
      return Buffer.concat([before, after])
    case 1:
      return Buffer.concat([before, Buffer.from(pieces[below(pieces.length)] ?? ''), inside, after])
    case 2:
      return Buffer.concat([before, Buffer.from([below(256)]), after])
    case 3:
      return Buffer.concat([before, inside, inside, after])
    case 4:
      return Buffer.concat([before, ...Array.from({ length: 1 << below(12) }, () => inside), after])
    case 5:
      return Buffer.concat([before, other.subarray(below(other.length + 1))])
    case 6: {
      const copy = Buffer.from(input)
      if (copy.length > 0) copy[below(copy.length)] = below(256)
      return copy
    }
    default:
      return input.subarray(0, at)
  }
}

async function costOf({ run }: FuzzTarget, input: Buffer): Promise<number> {
  const from = cpuMs()
  await run(input)
  return cpuMs() - from
}

/** Slow three times in a row: once may be the garbage collector or another thread. */
async function isSlow(target: FuzzTarget, input: Buffer): Promise<boolean> {
  for (let time = 0; time < 3; time++) if ((await costOf(target, input)) < slowMs) return false
  return true
}

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

async function fuzz(target: FuzzTarget): Promise<void> {
  const own = path.join(folder, target.name)
  const kept = existsSync(own) ? readdirSync(own).map((file) => readFileSync(path.join(own, file))) : []
  const corpus: Buffer[] = [...target.seeds.map((one) => Buffer.from(one)), ...kept]
  const known = new Set<string>()
  const waiting: Buffer[] = [...corpus]
  let runs = 0
  reached()
  const until = Date.now() + Number(secondsEach) * 1_000
  while (waiting.length > 0 || Date.now() < until) {
    const pick = (): Buffer => corpus[below(corpus.length)] ?? Buffer.alloc(0)
    const isNew = waiting.length === 0
    let input: Buffer = waiting.shift() ?? pick()
    if (isNew) for (let times = 0; times <= below(4); times++) input = changed(input, pick())
    if (input.length > maxInputLength) continue
    runs += 1
    try {
      if ((await costOf(target, input)) >= slowMs && (await isSlow(target, input))) {
        say({ finding: 'slow', target: target.name, input: input.toString('base64').slice(0, 4_000) })
      }
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : `${error}`
      say({
        finding: 'error',
        target: target.name,
        reason: reason.slice(0, 600),
        input: input.toString('base64').slice(0, 4_000),
      })
    }
    const fresh = reached().filter((place) => !known.has(place))
    for (const place of fresh) known.add(place)
    if (fresh.length === 0 || !isNew) continue
    corpus.push(input)
    if (!keeps || input.length > 512) continue
    mkdirSync(own, { recursive: true })
    writeFileSync(path.join(own, createHash('sha256').update(input).digest('hex').slice(0, 16)), input)
  }
  say({ target: target.name, runs, corpus: corpus.length, places: known.size })
}

async function main(): Promise<void> {
  for (const target of fuzzTargets) await fuzz(target)
  process.exit(0)
}

void main()
