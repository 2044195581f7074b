/**
 * Measures the process it is loaded into with `--require`: how long its event loop was held, and how its memory grew.
 *
 * A turn counts with the processor time of the process where that is shorter than the time on the clock: on a busy
 * machine the clock also counts other processes.
 */
'use strict'
if (process.send && process.channel) {
  const everyMs = 5
  let last = { at: performance.now(), cpu: cpuMs() }
  let longest = { held: 0, wall: 0 }
  let base = { heap: 0, rss: 0 }
  let peakRss = 0

  function cpuMs() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }

  function heap() {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }

  function look() {
    const now = { at: performance.now(), cpu: cpuMs() }
    const wall = Math.max(0, now.at - last.at - everyMs)
    longest = {
      held: Math.max(longest.held, Math.min(wall, now.cpu - last.cpu)),
      wall: Math.max(longest.wall, wall),
    }
    peakRss = Math.max(peakRss, process.memoryUsage.rss())
    last = now
  }

  setInterval(look, everyMs).unref()
  process.on('message', (order) => {
    if (order === 'begin') {
      base = { heap: heap(), rss: process.memoryUsage.rss() }
      peakRss = base.rss
      longest = { held: 0, wall: 0 }
      last = { at: performance.now(), cpu: cpuMs() }
      process.send('began')
    } else if (order === 'end') {
      look()
      const { held, wall } = longest
      // Collecting the garbage below holds the loop too; it is no part of the attack.
      process.send({ heldMs: held, delayMs: wall, heapGrowth: heap() - base.heap, peakGrowth: peakRss - base.rss })
      last = { at: performance.now(), cpu: cpuMs() }
    }
  })
  process.channel.unref()
}
