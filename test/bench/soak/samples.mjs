/**
 * Samples: what a process holds at a moment, from `/proc` and from itself, and whether that grows.
 *
 * Flat means that the straight line through the last half of a run rises by less than a twentieth of its median: the
 * first half also fills what has a bound.
 */
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { figure, median, rounded } from '../mcp/timing.mjs'

/** The goal of the resident memory, MiB. */
const goalMiB = 200
const largestRise = 0.05
/** Rows of the table. */
const rows = 12
const mebibyte = 1_048_576

/** @param {import('node:child_process').ChildProcess} child with `memory.cjs` loaded */
export async function sampleOf(child, profile, calls) {
  const reported = once(child, 'message')
  child.send('memory')
  const [{ rss, heapTotal, heapUsed, left, external }] = await reported
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const log = readdirSync(profile, { recursive: true })
    .filter((name) => /^audit/.test(path.basename(name)))
    .map((name) => statSync(path.join(profile, name), { throwIfNoEntry: false })?.size ?? 0)
  return {
    resident: rss / mebibyte,
    heap: heapTotal / mebibyte,
    used: heapUsed / mebibyte,
    left: left / mebibyte,
    external: external / mebibyte,
    handles: readdirSync(`/proc/${child.pid}/fd`).length,
    threads: Number(/Threads:\s+(\d+)/.exec(status)[1]),
    log: log.reduce((sum, size) => sum + size, 0) / mebibyte,
    calls,
  }
}

export function figuresOf(taken, { calls, answered, failed }) {
  const half = (number, member) => median(halves(taken)[number].map((one) => one[member]))
  const beside = (what, unit, member) =>
    figure(`${what}, last half beside the first`, unit, half(1, member), half(0, member))
  return [
    beside('resident memory', 'MiB', 'resident'),
    beside('heap after a full collection', 'MiB', 'left'),
    beside('open handles', 'handles', 'handles'),
    beside('threads', 'threads', 'threads'),
    figure('highest resident memory, beside the goal', 'MiB', Math.max(...taken.map((one) => one.resident)), goalMiB),
    { what: 'rise of the resident memory in the last half', unit: 'MiB', value: rounded(riseOf(taken, 'resident')) },
    { what: 'rise of the heap after a full collection', unit: 'MiB', value: rounded(riseOf(taken, 'left')) },
    { what: 'audit log at the end', unit: 'MiB', value: rounded(taken.at(-1).log) },
    { what: 'calls', unit: 'calls', value: calls },
    { what: 'questions answered', unit: 'questions', value: answered },
    { what: 'calls that failed', unit: 'calls', value: [...failed.values()].reduce((sum, count) => sum + count, 0) },
  ]
}

/** Rows of a table, each the median of its part of the run. */
export function courseOf(taken, minutes) {
  const each = taken.length / rows
  return Array.from({ length: rows }, (_, at) => {
    const part = taken.slice(Math.floor(at * each), Math.floor((at + 1) * each))
    const members = Object.keys(taken[0]).map((member) => [member, rounded(median(part.map((one) => one[member])))])
    return { minute: rounded((minutes * (at + 1)) / rows), ...Object.fromEntries(members) }
  })
}

/** One sentence for each that must not grow. */
export function verdictOf(taken) {
  const grows = ['resident', 'left', 'handles', 'threads'].filter((member) => {
    const typical = median(halves(taken)[1].map((one) => one[member]))
    return riseOf(taken, member) > largestRise * typical
  })
  const highest = Math.max(...taken.map((one) => one.resident))
  return {
    flat: grows.length === 0,
    grows,
    isBelowGoal: highest <= goalMiB,
  }
}

const halves = (taken) => [taken.slice(0, taken.length / 2), taken.slice(taken.length / 2)]

/** How much the straight line of least squares through the last half rises from its start to its end. */
export function riseOf(taken, member) {
  const values = halves(taken)[1].map((one) => one[member])
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let [together, alone] = [0, 0]
  for (const [at, value] of values.entries()) {
    together += (at - middle) * (value - mean)
    alone += (at - middle) ** 2
  }
  return (together / alone) * (values.length - 1)
}

const heads = {
  minute: 'minute',
  resident: 'resident',
  heap: 'heap',
  left: 'live heap',
  external: 'external',
  handles: 'handles',
  threads: 'threads',
  log: 'log',
  calls: 'calls',
}

/** For people; memory and the log in MiB. */
export const tableOfCourse = (course, verdict) =>
  [Object.values(heads), ...course.map((row) => Object.keys(heads).map((member) => Math.round(row[member] * 10) / 10))]
    .map((cells) => `  ${cells.map((cell) => `${cell}`.padStart(10)).join('')}`)
    .concat(
      verdict.flat ? '  flat in the last half' : `  grows in the last half: ${verdict.grows.join(', ')}`,
      verdict.isBelowGoal ? `  never above ${goalMiB} MiB` : `  above ${goalMiB} MiB`,
    )
    .join('\n')
