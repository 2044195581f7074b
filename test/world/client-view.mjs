/** Client view: what one player's own client received about the world, as events. */

const dayLength = 24_000
const tickLength = 50
const jumpTolerance = 40

/**
 * Emits `moved ({x, y, z})` for a place the server forced on the client, `time (timeOfDay)` for a time that ordinary
 * ticking does not explain, `chat (text)` for every line shown, `block ({x, y, z}, name)` for a block that changed,
 * `weather (name)`, `creature (id, type, isHere)` as one comes or goes, and `died`.
 */
export function watchAll(bot, events) {
  watchPlace(bot, events)
  watchTime(bot, events)
  bot.on('messagestr', (text) => events.emit('chat', text))
  bot.on('blockUpdate', (before, after) => {
    if (after && before?.stateId !== after.stateId) events.emit('block', plain(after.position), after.name)
  })
  let known = weatherOf(bot)
  const look = () => {
    const now = weatherOf(bot)
    if (now !== known) events.emit('weather', now)
    known = now
  }
  bot.on('rain', look)
  bot.on('weatherUpdate', look)
  const creature = (isHere) => (entity) => {
    if (entity.type !== 'player') events.emit('creature', String(entity.id), entity.name, isHere)
  }
  bot.on('entitySpawn', creature(true))
  bot.on('entityGone', creature(false))
  bot.on('death', () => events.emit('died'))
}

export const plain = ({ x, y, z }) => ({ x, y, z })

/** @returns {'clear' | 'rain' | 'thunder'} */
export const weatherOf = ({ isRaining, thunderState }) => (thunderState > 0 ? 'thunder' : isRaining ? 'rain' : 'clear')

function watchPlace(bot, events) {
  let known = plain(bot.entity.position)
  bot.on('forcedMove', () => {
    const now = plain(bot.entity.position)
    if (distance(now, known) > 0.01) events.emit('moved', now)
    known = now
  })
}

/**
 * From 26.1 on a world has several clocks, which mineflayer does not distinguish for every server: any of them counts.
 */
function watchTime(bot, events) {
  const clocksOf = () => {
    const clocks = Object.entries(bot.time.clocks ?? {})
    return clocks.length === 0
      ? [['day', bot.time.timeOfDay]]
      : clocks.map(([name, { totalTicks }]) => [name, totalTicks])
  }
  let known = new Map(clocksOf())
  let received = Date.now()
  bot.on('time', () => {
    const elapsed = (Date.now() - received) / tickLength
    const clocks = clocksOf()
    const jumped = clocks.find(([name, ticks]) => {
      const advanced = (ticks - (known.get(name) ?? ticks) + jumpTolerance + dayLength) % dayLength
      // A slow server falls behind the clock, so anything from standing still to running on time is ordinary.
      return advanced > elapsed + 2 * jumpTolerance
    })
    known = new Map(clocks)
    received = Date.now()
    if (jumped) events.emit('time', jumped[1] % dayLength)
  })
}

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
