/**
 * Starts: from the start of the headless program until it is ready, and what it keeps in memory then. The floor is bare
 * Node that serves HTTP, started in turns with it. `npm run bench -- desktop --only window` measures the first window.
 *
 * Processor time and resident memory come from `/proc`: elsewhere only the time until ready is measured. Needs `npm run build`.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { startManaged } from '../../scripts/managed-process.mjs'
import { coldStart } from './cold-start.mjs'
import { figure, median } from './mcp/timing.mjs'

export { tableOf } from './bundled.mjs'

const headless = path.resolve(import.meta.dirname, '../../dist/headless.cjs')
const bare = `require('node:http').createServer(() => {}).listen(0, '127.0.0.1', () => console.log('{"event":"ready"}'))`

/** How often each is started. */
const plans = {
  full: { starts: 11, cold: 5 },
  quick: { starts: 5, cold: 1 },
  once: { starts: 1, cold: 1 },
}

/**
 * @param {object} [options]
 * @param {boolean} [options.quick] fewer starts
 * @param {boolean} [options.once] only enough to see that it runs
 */
export async function measure({ quick = false, once = false } = {}) {
  const plan = once ? plans.once : quick ? plans.quick : plans.full
  if (!existsSync(headless)) throw new Error('Run `npm run build` first.')
  const profile = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'))
  try {
    const ours = [headless, '--profile', profile, '--http-port', '0']
    // The first start makes the files of the profile.
    await start(ours)
    const taken = { bare: [], ours: [] }
    for (let round = 0; round < plan.starts; round++) {
      taken.bare.push(await start(['-e', bare]))
      taken.ours.push(await start(ours))
    }
    const cost = (what, unit, of) => figure(what, unit, median(taken.ours.map(of)), median(taken.bare.map(of)))
    const headlessFigures = [cost('until ready', 'ms', (one) => one.milliseconds)]
    if (taken.ours[0].processor !== undefined) {
      headlessFigures.push(
        cost('processor time until ready', 'ms', (one) => one.processor),
        cost('resident when ready', 'MiB', (one) => one.resident),
      )
    }
    const cold = []
    for (let round = 0; round < plan.cold; round++) cold.push(await coldStart())
    const whole = median(cold.map(({ call }) => call))
    const coldFigure = (what, of) => figure(what, 'ms', median(cold.map(of)), whole)
    return {
      what: 'starts',
      node: process.version,
      cores: os.availableParallelism(),
      quick,
      figures: {
        headless: headlessFigures,
        // Beside the first call, which waits for a program that takes three seconds longer than usual.
        'cold bridge': [
          coldFigure('response to initialize', ({ initialize }) => initialize),
          coldFigure('last known tools', ({ list }) => list),
        ],
      },
    }
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Starts a program of Node, and ends it once it says that it is ready. */
async function start(args) {
  const began = performance.now()
  const { child, ended, stop } = startManaged(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (JSON.parse(line).event !== 'ready') continue
      return { milliseconds: performance.now() - began, ...usageOf(child.pid) }
    }
    throw new Error('The program ended before it was ready.')
  } finally {
    child.kill('SIGTERM')
    await ended
    await stop()
  }
}

/** Milliseconds of processor time of all threads, and resident MiB. */
function usageOf(pid) {
  if (process.platform !== 'linux') return {}
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return { processor: nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6, resident: kibibytes / 1_024 }
}
