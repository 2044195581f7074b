/**
 * Measures the process it is loaded into with `--require`: how long its event loop was blocked, and how its memory
 * grew.
 *
 * A turn counts with the processor time of the main thread where that is shorter than the time on the clock: on a busy
 * machine the clock also counts other processes. The time the thread waited for a processor is reported too.
 */
'use strict'
const { readFileSync } = require('node:fs')

const everyMs = 5
const windowMs = 2_000

let last = { at: 0, cpu: 0 }
let longest = { held: 0, wall: 0 }
let base = { heap: 0, rss: 0 }
let peakRss = 0
/** Of the last two seconds: when, and how long the process had waited until then. */
let waits = []
let maxWait = 0

/** Milliseconds that the main thread had a processor, and waited for one; where the system does not say, of the process. */
function scheduled() {
  try {
    const [had, waited] = readFileSync('/proc/self/schedstat', 'utf8').split(' ')
    return { cpu: Number(had) / 1e6, waited: Number(waited) / 1e6 }
  } catch {
    const { user, system } = process.cpuUsage()
    return { cpu: (user + system) / 1_000, waited: 0 }
  }
}

function heap() {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function look() {
  const { cpu, waited } = scheduled()
  const now = { at: performance.now(), cpu }
  const wall = Math.max(0, now.at - last.at - everyMs)
  longest = {
    held: Math.max(longest.held, Math.min(wall, now.cpu - last.cpu)),
    wall: Math.max(longest.wall, wall),
  }
  peakRss = Math.max(peakRss, process.memoryUsage.rss())
  last = now
  waits.push({ at: now.at, waited })
  while (waits.length > 2 && waits[1].at < now.at - windowMs) waits.shift()
  maxWait = Math.max(maxWait, waited - waits[0].waited)
}

function begin() {
  base = { heap: heap(), rss: process.memoryUsage.rss() }
  peakRss = base.rss
  longest = { held: 0, wall: 0 }
  last = { at: performance.now(), cpu: scheduled().cpu }
  waits = []
  maxWait = 0
  process.send('began')
}

function end() {
  look()
  const { held, wall } = longest
  // Garbage collection blocks the loop too; it is not part of the attack.
  const heapGrowth = heap() - base.heap
  process.send({ heldMs: held, delayMs: wall, waitedMs: maxWait, heapGrowth, peakGrowth: peakRss - base.rss })
}

if (process.send && process.channel) {
  setInterval(look, everyMs).unref()
  process.on('message', (order) => {
    if (order === 'begin') begin()
    else if (order === 'end') end()
  })
  process.channel.unref()
}
