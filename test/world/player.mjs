/**
 * Player: a mineflayer client in the world. What it reports is what its own client was told, not what the server believes.
 */
import { EventEmitter, once } from 'node:events'
import mineflayer from 'mineflayer'

const dayLength = 24_000
const tickLength = 50
const jumpTolerance = 40
const defaultDeadline = 5_000

/**
 * Joins the world and resolves once the login sequence is over.
 *
 * `events` emits `spawned ({x, y, z})` once, then `moved ({x, y, z})` for a place the server forced on the client,
 * `time (timeOfDay)` for a time that ordinary ticking does not explain, `chat (text)` for every line shown, and `left` at
 * the end. The player hovers: it stays where it is put.
 *
 * @param {{ port: number, name?: string, deadline?: number, events?: EventEmitter }} options  Pass `events` to hear all
 *   of them: what arrives together with the end of the login is emitted before this resolves.
 */
export async function joinWorld({ port, name = 'Steve', deadline = 20_000, events = new EventEmitter() }) {
  const bot = mineflayer.createBot({
    host: '127.0.0.1',
    port,
    username: name,
    version: '1.20.4',
    auth: 'offline',
    viewDistance: 'tiny',
    hideErrors: true,
  })
  const position = () => ({ x: bot.entity.position.x, y: bot.entity.position.y, z: bot.entity.position.z })
  const timeOfDay = () => bot.time.timeOfDay
  bot.on('error', () => {})
  bot.once('end', () => events.emit('left'))

  await settledIn(bot, deadline, () => {
    bot.physicsEnabled = false
    events.emit('spawned', position())
    watchPlace(bot, events, position)
    watchTime(bot, events)
    bot.on('messagestr', (text) => events.emit('chat', text))
  })

  return {
    name,
    events,
    position,
    timeOfDay,
    say: (text) => bot.chat(text),
    leave: async () => {
      const left = once(events, 'left')
      bot.quit()
      await left
    },
    /** Resolves with the position once this client stands within `within` blocks of the place. */
    waitForPosition: (place, { within = 0.5, ...options } = {}) =>
      until(bot, 'forcedMove', options.deadline, position, (at) => distance(at, place) <= within),
    /** Resolves with the time of day once this client's clock is within `within` ticks of it. */
    waitForTime: (time, { within = 100, ...options } = {}) =>
      until(bot, 'time', options.deadline, timeOfDay, (now) => clockDistance(now, time) <= within),
  }
}

/** The server sends the position twice, the second time after the client has spawned: then the login is over. */
function settledIn(bot, deadline, onSettled) {
  return new Promise((resolve, reject) => {
    const finish = (settle, value) => {
      clearTimeout(timer)
      for (const [event, listener] of Object.entries(listeners)) bot.off(event, listener)
      settle(value)
    }
    const fail = (reason) => {
      bot.end()
      finish(reject, new Error(`The player could not join: ${reason.message ?? JSON.stringify(reason)}`))
    }
    const listeners = {
      kicked: fail,
      error: fail,
      end: fail,
      spawn: () =>
        bot.once('forcedMove', () => {
          onSettled()
          finish(resolve)
        }),
    }
    const timer = setTimeout(fail, deadline, 'the deadline has passed')
    for (const [event, listener] of Object.entries(listeners)) bot.on(event, listener)
  })
}

function watchPlace(bot, events, position) {
  let known = position()
  bot.on('forcedMove', () => {
    const now = position()
    if (distance(now, known) > 0.01) events.emit('moved', now)
    known = now
  })
}

function watchTime(bot, events) {
  let known = bot.time.timeOfDay
  let heard = Date.now()
  bot.on('time', () => {
    const elapsed = (Date.now() - heard) / tickLength
    const advanced = (bot.time.timeOfDay - known + jumpTolerance + dayLength) % dayLength
    known = bot.time.timeOfDay
    heard = Date.now()
    // A slow server falls behind the clock, so anything from standing still to running on time is ordinary.
    if (advanced > elapsed + 2 * jumpTolerance) events.emit('time', known)
  })
}

function until(bot, event, deadline = defaultDeadline, read, holds) {
  return new Promise((resolve, reject) => {
    const finish = (settle, value) => {
      clearTimeout(timer)
      bot.off(event, check)
      settle(value)
    }
    const check = () => holds(read()) && finish(resolve, read())
    const timer = setTimeout(() => {
      finish(reject, new Error(`No such ${event} within ${deadline} ms; last seen: ${JSON.stringify(read())}`))
    }, deadline)
    bot.on(event, check)
    check()
  })
}

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)

const clockDistance = (a, b) => {
  const apart = Math.abs(a - b) % dayLength
  return Math.min(apart, dayLength - apart)
}
