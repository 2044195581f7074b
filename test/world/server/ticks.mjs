/** Ticks: how fast the server runs. */
const tickLength = 50
/** Ticks that the answer to a question looks back on, and those that decide whether the server is well. */
const longSpan = 100
const shortSpan = 20
/** Ticks a second: below the first the server falls behind, from the second on it is well. Machines with tests are busy. */
const behind = 8
const wellAgain = 10

/** Emits `pace ({tps, healthy})` when the server begins to fall behind, and when it is well again. */
export function watchTicks(server, events) {
  // A young world counts as one that has run on time, so that it is not judged by its first moments.
  const ticks = Array.from({ length: longSpan + 1 }, (_, index) => Date.now() - (longSpan - index) * tickLength)
  let healthy = true

  const ticksPerSecond = (span = longSpan) => {
    const seconds = (ticks.at(-1) - ticks.at(-1 - span)) / 1_000
    return Math.min(20, Math.round((span / seconds) * 10) / 10)
  }
  server.on('tick', () => {
    ticks.push(Date.now())
    ticks.shift()
    const tps = ticksPerSecond(shortSpan)
    const isWell = tps >= (healthy ? behind : wellAgain)
    if (isWell === healthy) return
    healthy = isWell
    events.emit('pace', { tps, healthy })
  })
  return { ticksPerSecond: () => ticksPerSecond() }
}
