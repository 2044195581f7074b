/**
 * Player: a mineflayer client in the world. What it reports is what its own client received, not what the server believes.
 */
import { EventEmitter, once } from 'node:events'
import mineflayer from 'mineflayer'
import prismarineItem from 'prismarine-item'
import vec3 from 'vec3'
import { plain, watchAll, weatherOf } from './client-view.mjs'

const { Vec3 } = vec3
const firstHotbarSlot = 36
const upwards = new Vec3(0, 1, 0)

/**
 * Joins the world and resolves once the login sequence is over.
 *
 * `events` emits `spawned ({x, y, z})` once, then the events of {@link watchAll}, `kicked (reason)`, and `left` at the
 * end. The player hovers: it stays where it is put.
 *
 * @param {{ port: number, version?: string, name?: string, deadline?: number, events?: EventEmitter }} options  Pass
 *   `events` to receive all of them: those that arrive with the end of the login are emitted before this resolves.
 */
export async function joinWorld({
  port,
  version = '1.20.4',
  name = 'Steve',
  deadline = 20_000,
  events = new EventEmitter(),
}) {
  const bot = mineflayer.createBot({
    host: '127.0.0.1',
    port,
    username: name,
    version,
    auth: 'offline',
    viewDistance: 'tiny',
    hideErrors: true,
  })
  const blockAt = ({ x, y, z }) => bot.blockAt(new Vec3(x, y, z))
  bot.on('error', () => {})
  bot.on('kicked', (reason) => events.emit('kicked', textOf(reason)))
  bot.once('end', () => events.emit('left'))

  await settledIn(bot, deadline, () => {
    bot.physicsEnabled = false
    events.emit('spawned', plain(bot.entity.position))
    watchAll(bot, events)
  })

  return {
    /** What the client shows now; the block only when its place is given and near. */
    look: (place) => ({
      position: plain(bot.entity.position),
      timeOfDay: bot.time.timeOfDay,
      weather: weatherOf(bot),
      isAlive: bot.isAlive,
      block: place && blockAt(place)?.name,
    }),
    /** Says something in chat, or gives a command when it begins with a stroke. */
    say: (text) => bot.chat(text),
    dig: (place) => bot.dig(blockAt(place), true),
    /** Takes a block out of the creative inventory and puts it on top of another. */
    place: async (type, on) => {
      const Item = prismarineItem(bot.registry)
      await bot.creative.setInventorySlot(firstHotbarSlot, new Item(bot.registry.itemsByName[type].id, 1))
      bot.setQuickBarSlot(0)
      await bot.placeBlock(blockAt(on), upwards)
    },
    leave: async () => {
      const left = once(events, 'left')
      bot.quit()
      await left
    },
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
      finish(reject, new Error(`The player could not join: ${reason.message ?? textOf(reason)}`))
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

/** The words of a reason, which comes as a text or as a compound of NBT. */
const textOf = (reason) => reason?.value?.text?.value ?? (typeof reason === 'string' ? reason : JSON.stringify(reason))
