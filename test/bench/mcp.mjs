/**
 * How long a `world_time_get` takes from an AI client to the answer, how many there are in a second, and how soon the
 * bridge is there.
 *
 * Everything side by side in one run, in turns, so that the ratios hold on a noisy machine; medians of the rounds.
 * Needs `npm run build`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Programs } from './mcp/programs.mjs'
import { startDescriptions, startTime } from './mcp/start.mjs'
import { figuresOf, median, quantile, rounded, timed } from './mcp/timing.mjs'
import { descriptions, open, startBehind } from './mcp/ways.mjs'
import { verdictOf } from './ratios.mjs'

const measurements = ['sequential', 'in-flight', 'start']
const manyAtOnce = 32

const plans = {
  full: { rounds: 7, warmUp: 300, sequential: 300, 'in-flight': 1_500, starts: 15 },
  /** For ratios: warm, and long enough that two runs are alike. */
  short: { rounds: 5, warmUp: 500, sequential: 200, 'in-flight': 1_000, starts: 0 },
  quick: { rounds: 2, warmUp: 20, sequential: 30, 'in-flight': 100, starts: 2 },
  once: { rounds: 1, warmUp: 1, sequential: 3, 'in-flight': 32, starts: 1 },
}

/**
 * @param {object} [options]
 * @param {boolean} [options.quick] shorter and fewer rounds
 * @param {boolean} [options.once] only enough to see that it runs
 * @param {boolean} [options.short] between quick and full
 * @param {string} [options.only] one measurement
 * @param {readonly string[]} [options.without] ways that are left out
 * @param {string} [options.profileInto] a folder for profiles of the gateway and of the bridge (`--cpu-prof`)
 */
export async function measure({ quick = false, once = false, short = false, only, without = [], profileInto } = {}) {
  if (only !== undefined && !measurements.includes(only)) {
    throw new Error(`There is no measurement ${only}; there are ${measurements.join(', ')}.`)
  }
  const plan = short ? plans.short : once ? plans.once : quick ? plans.quick : plans.full
  const wanted = measurements.filter((name) => only === undefined || name === only)
  const profile = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'))
  const programs = new Programs()
  try {
    const behind = await startBehind(programs, profile, profilingInto(profileInto))
    const figures = {}
    if (wanted.some((name) => name !== 'start'))
      Object.assign(figures, await callFigures(behind, plan, wanted, without))
    if (wanted.includes('start')) figures.start = await startFigures(behind, plan, without)
    return { what: 'a read over MCP', node: process.version, cores: os.availableParallelism(), quick, figures }
  } finally {
    await programs.stop()
    rmSync(profile, { recursive: true, force: true })
  }
}

const allBut = (without, descriptions) => Object.keys(descriptions).filter((name) => !without.includes(name))

async function callFigures(behind, plan, wanted, without) {
  const ways = {}
  try {
    for (const name of allBut(without, descriptions)) ways[name] = await open(name, behind)
    const figures = {}
    for (const measurement of wanted.filter((name) => name !== 'start')) {
      const inFlight = measurement === 'in-flight' ? manyAtOnce : 1
      const taken = Object.fromEntries(Object.keys(ways).map((name) => [name, []]))
      for (const way of Object.values(ways)) await timed(way, plan.warmUp, inFlight)
      for (let round = 0; round < plan.rounds; round++) {
        for (const [name, way] of Object.entries(ways)) taken[name].push(await timed(way, plan[measurement], inFlight))
      }
      figures[measurement] = besides(Object.entries(taken).map(([name, rounds]) => [name, figuresOf(rounds)]))
    }
    return figures
  } finally {
    await Promise.all(Object.values(ways).map((way) => way.close()))
  }
}

/** With the ratio of the goal: the share of the time of `mcp-remote`. */
function besides(entries) {
  const figures = Object.fromEntries(entries)
  const { mcpRemote } = figures
  if (!mcpRemote) return figures
  for (const figure of Object.values(figures)) {
    figure.p50OfMcpRemote = rounded(figure.p50Ms / mcpRemote.p50Ms)
    figure.callsTimesMcpRemote = rounded(figure.callsPerSecond / mcpRemote.callsPerSecond)
  }
  return figures
}

async function startFigures(behind, { starts }, without) {
  const taken = Object.fromEntries(allBut(without, startDescriptions).map((name) => [name, []]))
  for (let round = 0; round <= starts; round++) {
    for (const [name, milliseconds] of Object.entries(taken)) {
      const took = await startTime(name, behind)
      // The first of each brings its files into memory.
      if (round > 0) milliseconds.push(took)
    }
  }
  const ofNode = median(taken.node)
  return Object.fromEntries(
    Object.entries(taken).map(([name, milliseconds]) => [
      name,
      {
        p50Ms: rounded(median(milliseconds)),
        p95Ms: rounded(quantile(milliseconds, 0.95)),
        overNodeMs: rounded(median(milliseconds) - ofNode),
      },
    ]),
  )
}

function profilingInto(folder) {
  if (!folder) return []
  mkdirSync(folder, { recursive: true })
  return ['--cpu-prof', `--cpu-prof-dir=${path.resolve(folder)}`]
}

/** One line a way. */
export function tableOf({ figures: { start, ...calls } }) {
  const titles = { sequential: 'one call after the other', 'in-flight': `${manyAtOnce} calls in flight` }
  return [
    ...Object.entries(calls).flatMap(([name, ways]) => [
      '',
      line(titles[name], 'p50 ms', 'p95 ms', 'p99 ms', 'calls/s', 'of remote'),
      ...Object.entries(ways).map(([way, { p50Ms, p95Ms, p99Ms, callsPerSecond, p50OfMcpRemote }]) =>
        line(descriptions[way], p50Ms, p95Ms, p99Ms, callsPerSecond, p50OfMcpRemote ?? ''),
      ),
    ]),
    ...(start
      ? [
          '',
          line('from the start to the first tools/list', 'p50 ms', 'p95 ms', 'over node'),
          ...Object.entries(start).map(([way, { p50Ms, p95Ms, overNodeMs }]) =>
            line(startDescriptions[way], p50Ms, p95Ms, overNodeMs),
          ),
        ]
      : []),
    ...goalLines(calls),
  ].join('\n')
}

/** The goals beside what was measured, for the measurements of this run. */
function goalLines({ sequential, 'in-flight': inFlight }) {
  const goals = [
    [sequential, 'p50, one after the other, of mcp-remote', (ours) => ours.p50OfMcpRemote, 0.25, 'lower'],
    [inFlight, 'calls a second, in flight, times mcp-remote', (ours) => ours.callsTimesMcpRemote, 4, 'higher'],
    [inFlight, 'p99, in flight, times p50', (ours) => rounded(ours.p99Ms / ours.p50Ms), 3, 'lower'],
  ]
  const measured = goals.flatMap(([ways, what, figureOf, goal, better]) => {
    const figure = ways?.gatehouse && figureOf(ways.gatehouse)
    return figure === undefined ? [] : [line(what, figure, goal, verdictOf(figure, goal, better))]
  })
  return measured.length > 0 ? ['', line('goals', 'measured', 'goal', 'verdict'), ...measured] : []
}

const line = (what, ...figures) =>
  `  ${what.padEnd(76)}${figures.map((figure) => `${figure}`.padStart(11)).join('')}`.trimEnd()
