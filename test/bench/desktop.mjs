/**
 * Desktop benchmark: the real program with ten servers and a hundred thousand events.
 *
 * The agents run in a separate process and send real events over their sockets. Floors are measured in the same run: the
 * same Electron with one bare window, its frames while nothing moves, and the same scrolling of a nearly empty list.
 * Needs `npm run build`, and a display or Xvfb.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import * as esbuild from 'esbuild'
import { withDisplay } from '../../scripts/display.mjs'
import { startManaged } from '../../scripts/managed-process.mjs'
import { filterFor, scrollFor, watchFrames, watchStamps } from './desktop/in-page.mjs'
import { addServers, launch, memoryOf, timeToWindow } from './desktop/program.mjs'

export { tableOf } from './contract.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const servers = 10

const measurements = ['window', 'flood']

/**
 * How often the window is started; how many events arrive; milliseconds of frames; stamped events; events beside them;
 * words of one event of each server.
 */
const plans = {
  full: { starts: 5, events: 10_000, still: 2_000, scrolled: 5_000, stamped: 30, beside: 500, rareWords: '750 has' },
  quick: { starts: 2, events: 5_000, still: 2_000, scrolled: 5_000, stamped: 30, beside: 500, rareWords: '350 has' },
  once: { starts: 1, events: 1_600, still: 200, scrolled: 300, stamped: 3, beside: 20, rareWords: '150 has' },
}

/**
 * @param {object} [options]
 * @param {boolean} [options.quick] fewer starts, half of the events
 * @param {boolean} [options.once] only enough to see that it runs
 * @param {string} [options.only] `window` or `flood`
 * @param {string} [options.profileInto] a folder for profiles of the window's processor time (`--cpu-prof`)
 */
export async function measure({ quick = false, once = false, only, profileInto } = {}) {
  if (only !== undefined && !measurements.includes(only)) {
    throw new Error(`There is no measurement ${only}; there are ${measurements.join(', ')}.`)
  }
  const plan = once ? plans.once : quick ? plans.quick : plans.full
  if (!existsSync(path.join(root, 'dist', 'main.cjs'))) throw new Error('Run `npm run build` first.')
  const display = await withDisplay()
  if (!display) throw new Error('No display found, and no Xvfb.')
  Object.assign(process.env, display.env)
  try {
    const figures = {
      ...(only !== 'flood' && { window: await windows(plan.starts) }),
      ...(only !== 'window' && { flood: await flood(plan, profileInto) }),
    }
    return { what: 'the desktop', node: process.version, cores: os.availableParallelism(), quick, figures }
  } finally {
    await display.stop()
  }
}

/** In turns, so that other load of the machine affects all of them. */
async function windows(rounds) {
  const here = path.join(import.meta.dirname, 'desktop')
  const preload = path.join(mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-page-')), 'preload.cjs')
  await bundleFakeBridge(preload)
  Object.assign(process.env, { BENCH_PAGES: path.join(root, 'dist', 'renderer'), BENCH_PRELOAD: preload })
  const [bare, page, ours] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    bare.push(await timeToWindow(path.join(here, 'bare'), 'bare', 'h1'))
    page.push(await timeToWindow(path.join(here, 'page'), 'index', 'main h1'))
    ours.push(await timeToWindow(undefined, 'index', 'main h1'))
  }
  rmSync(path.dirname(preload), { recursive: true })
  const floor = quantile(bare, 0.5)
  return [
    figure('from the start to the first window, painted, p50', 'ms', quantile(ours, 0.5), floor),
    figure('the same with our page alone, without a gateway', 'ms', quantile(page, 0.5), floor),
  ]
}

const bundleFakeBridge = (outfile) =>
  esbuild.build({
    entryPoints: [path.join(root, 'test/fakes/renderer/install.ts')],
    outfile,
    bundle: true,
    format: 'iife',
    logLevel: 'error',
  })

async function flood({ events, still: stillMs, scrolled, stamped, beside, rareWords }, profileInto) {
  const agents = await startAgents()
  const program = await launch()
  try {
    const page = await program.page('index')
    await page.waitForSelector('main h1')
    await addServers(page, agents.addresses, agents.token)
    await agents.send({ each: 20, aSecond: 100 })
    await page.waitForSelector('.feed-row')
    const still = await frames(page, () => sleep(stillMs))
    const first = await stamps(page, agents, stamped)
    const before = await memoryOf(program, page)

    const each = events / servers
    const asEvents = await profiled(page, profileInto, 'flood', () =>
      frames(page, () => agents.send({ each, aSecond: 1_000 })),
    )
    const lines = await lineCount(page, events)
    const after = await memoryOf(program, page)
    const many = await stamps(page, agents, stamped)

    await page.mouse.move(400, 500)
    const quiet = await profiled(page, profileInto, 'scrolling', () => scrolling(page, scrolled))
    const busy = await scrolling(page, scrolled, () => agents.send({ each: beside, aSecond: 100 }))
    await page.evaluate(() => document.querySelector('.live-jump')?.click())
    await sleep(500)
    // With a filter, because otherwise the lines would scroll away before they are seen.
    await page.evaluate(filterFor, { words: 'stamp', matching: 1 })
    const crowded = await stamps(page, agents, stamped, { each: beside, aSecond: 100 })
    await page.evaluate(filterFor, { words: '', matching: 1 })
    const common = await page.evaluate(filterFor, { words: 'horse near', matching: 1 })
    await page.evaluate(filterFor, { words: '', matching: 1 })
    const rare = await page.evaluate(filterFor, { words: rareWords, matching: 1 })
    const none = await page.evaluate(filterFor, { words: 'creeper in the cellar', matching: 0 })
    return [
      figure(`events of ${servers} servers that the window holds`, 'events', lines),
      ...frameFigures('while 10,000 events a second arrive', asEvents, still),
      ...frameFigures('while scrolling', quiet.deltas, still),
      figure('frames without a line in the middle, while scrolling', '%', (100 * quiet.blank) / quiet.frames),
      ...frameFigures('while scrolling, and 1,000 events a second arrive', busy.deltas, still),
      ...stampFigures('from the agent to the screen', many, first),
      ...stampFigures('from the agent to the screen, among 1,000 a second, filtered', crowded, first),
      figure('from words in the field to the lines that hold them', 'ms', common.first),
      figure('the same, words that one line in a thousand holds', 'ms', rare.first),
      figure('the same, until it is sure that no line holds them', 'ms', none.first),
      figure('memory of the window, heap', 'MiB', after.windowHeap, before.windowHeap),
      figure('memory of the window, resident', 'MiB', after.windowResident, before.windowResident),
      figure('memory of the main process, heap', 'MiB', after.mainHeap, before.mainHeap),
      figure('memory of the main process, resident', 'MiB', after.mainResident, before.mainResident),
    ]
  } finally {
    await program.close()
    await agents.end()
  }
}

async function startAgents() {
  mkdirSync(path.join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(path.join(root, 'dist', 'bench-'))
  await esbuild.build({
    absWorkingDir: path.join(import.meta.dirname, 'desktop'),
    entryPoints: ['agents.ts'],
    outfile: path.join(folder, 'agents.mjs'),
    bundle: true,
    platform: 'node',
    target: 'node20.16',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    logLevel: 'warning',
  })
  const args = [path.join(folder, 'agents.mjs'), JSON.stringify({ count: servers })]
  const { child, ended, stop } = startManaged(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const said = async () => JSON.parse((await lines.next()).value)
  const { addresses, token } = await said()
  return {
    addresses,
    token,
    async send(order) {
      child.stdin.write(`${JSON.stringify(order)}\n`)
      await said()
    },
    async end() {
      child.stdin.end()
      await Promise.race([ended, sleep(2_000)])
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function profiled(page, folder, name, run) {
  if (folder === undefined) return run()
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.start')
  const result = await run()
  const { profile } = await session.send('Profiler.stop')
  await session.detach()
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${name}.cpuprofile`), JSON.stringify(profile))
  return result
}

/** Milliseconds between frames while something continues. */
async function frames(page, during) {
  await page.evaluate(watchFrames)
  await during()
  return page.evaluate(() => window.stopFrames())
}

async function scrolling(page, milliseconds, meanwhile = async () => {}) {
  await page.evaluate(watchFrames)
  const [{ frames: all, blank }] = await Promise.all([
    page.evaluate(scrollFor, { milliseconds, pixels: 120 }),
    meanwhile(),
  ])
  return { deltas: await page.evaluate(() => window.stopFrames()), frames: all, blank }
}

/** Milliseconds from an event's leaving its agent to the frame that shows it. */
async function stamps(page, agents, stamped, load = {}) {
  await page.evaluate(watchStamps)
  await agents.send({ stamped, everyMs: 150, ...load })
  await sleep(500)
  const seen = await page.evaluate(() => window.stopStamps())
  if (seen.length < stamped * 0.8) throw new Error(`Only ${seen.length} of ${stamped} lines came into sight.`)
  return seen
}

/** Events that the window keeps. */
const kept = 5_000

/** Waits until the window has them, and says how many lines it holds. A tenth of them are placed blocks, which share lines. */
async function lineCount(page, events) {
  const held = () => page.evaluate(() => Number(document.querySelector('[data-held]')?.dataset.held ?? 0))
  const wanted = Math.min(events, kept) * 0.89
  for (const began = Date.now(); Date.now() - began < 60_000 && (await held()) < wanted; ) await sleep(200)
  return held()
}

const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)]

function frameFigures(when, deltas, floor) {
  const late = (all) => (100 * all.filter((delta) => delta > 50).length) / all.length
  return [
    figure(`time between frames ${when}, p50`, 'ms', quantile(deltas, 0.5), quantile(floor, 0.5)),
    figure(`time between frames ${when}, p95`, 'ms', quantile(deltas, 0.95), quantile(floor, 0.95)),
    figure(`time between frames ${when}, worst`, 'ms', quantile(deltas, 1), quantile(floor, 1)),
    figure(`frames ${when} that came later than 50 ms`, '%', late(deltas)),
  ]
}

const stampFigures = (what, values, floor) => [
  figure(`${what}, p50`, 'ms', quantile(values, 0.5), quantile(floor, 0.5)),
  figure(`${what}, p95`, 'ms', quantile(values, 0.95), quantile(floor, 0.95)),
]

const rounded = (value) => Number(value.toPrecision(3))

function figure(what, unit, value, floor) {
  const measured = { what, unit, value: unit === 'events' ? value : rounded(value) }
  return floor === undefined
    ? measured
    : { ...measured, floor: rounded(floor), timesFloor: rounded(value / Math.max(floor, 0.01)) }
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
