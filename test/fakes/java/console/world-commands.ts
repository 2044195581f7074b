/** Commands of the model console about the world. */
import { executeCommand } from './execute-command.js'
import {
  byVersion,
  entityNameOf,
  fail,
  numberOf,
  online,
  placeOf,
  type Run,
  type Session,
  shown,
  syntaxFailure,
} from './model-command.js'
import type { ModelPlayer, Weather } from './model-world.js'
import { textsOf } from './texts.js'

const dayLength = 24_000
const maxFilled = 32_768
const named: Readonly<Record<string, number>> = { day: 1_000, noon: 6_000, night: 13_000, midnight: 18_000 }
const renamedRules: Readonly<Record<string, string>> = {
  doDaylightCycle: 'advance_time',
  keepInventory: 'keep_inventory',
  disableRaids: 'raids',
  randomTickSpeed: 'random_tick_speed',
  doFireTick: 'fire_spread_radius_around_player',
  logAdminCommands: 'log_admin_commands',
  mobGriefing: 'mob_griefing',
}

/** Rules under the names of the version: `raids` is the opposite of `disableRaids`. */
function ruleIn(session: Session, asked: string): { key: string; read(value: string): string } | undefined {
  const { rules } = session.world.server
  const plain = (value: string) => value
  if (!session.since('1.21.11')) return rules.has(asked) ? { key: asked, read: plain } : undefined
  const name = asked.replace(/^minecraft:/u, '')
  const old = Object.keys(renamedRules).find((one) => renamedRules[one] === name)
  if (old === undefined) return undefined
  if (name === 'raids') return { key: old, read: (value) => (value === 'true' ? 'false' : 'true') }
  if (name === 'fire_spread_radius_around_player') {
    return { key: old, read: (value) => ({ true: '128', false: '0', '128': 'true', '0': 'false' })[value] ?? value }
  }
  return { key: old, read: plain }
}

export const worldCommands: Readonly<Record<string, Run>> = {
  execute: executeCommand,

  async time([verb, what = ''], session) {
    const { texts, world } = session
    const { game, day } = await world.time()
    const isLater = session.since('26.1')
    if (verb === 'query') {
      if (what === 'gametime')
        return [isLater ? texts.say('commands.time.query.gametime', game) : texts.say('commands.time.query', game)]
      if (isLater && what === 'time') return [texts.say('commands.time.query.absolute', 'minecraft:overworld', day)]
      if (isLater && what === 'day')
        return [texts.say('commands.time.query.timeline', 'minecraft:day', day % dayLength)]
      if (!isLater && what === 'daytime') return [texts.say('commands.time.query', day % dayLength)]
      if (!isLater && what === 'day') return [texts.say('commands.time.query', Math.floor(day / dayLength))]
      return syntaxFailure(session, `time query ${what}`)
    }
    if (verb !== 'set') return syntaxFailure(session, `time ${verb}`)
    const time = named[what] ?? numberOf(what, session)
    await world.setTime(time)
    if (!isLater) return [texts.say('commands.time.set', time)]
    return what in named
      ? [texts.say('commands.time.set.time_marker', 'minecraft:overworld', `minecraft:${what}`)]
      : [texts.say('commands.time.set.absolute', 'minecraft:overworld', time)]
  },

  async weather([weather = '', duration], session) {
    if (!['clear', 'rain', 'thunder'].includes(weather)) return syntaxFailure(session, weather)
    const [, amount, unit] = /^(\d+)([ds]?)$/u.exec(duration ?? '0') ?? syntaxFailure(session, duration ?? '')
    if (unit !== '' && !session.since('1.19.4')) return syntaxFailure(session, duration ?? '')
    const seconds = session.since('1.19.4') && unit === '' ? Number(amount) / 20 : Number(amount)
    await session.world.setWeather(weather as Weather, seconds || undefined)
    const key = session.since('1.13') ? `commands.weather.set.${weather}` : `commands.weather.${weather}`
    return [session.texts.say(key)]
  },

  async gamerule([name = '', value], session) {
    const { texts, world } = session
    const rule = ruleIn(session, name)
    if (!rule)
      return session.since('1.13') ? syntaxFailure(session, name) : fail(texts.say('commands.gamerule.norule', name))
    const { rules } = world.server
    if (value === undefined) {
      const now = rule.read(rules.get(rule.key) ?? '')
      return [session.since('1.13') ? texts.say('commands.gamerule.query', name, now) : `${name} = ${now}`]
    }
    if (!/^(?:true|false|-?\d+)$/u.test(value)) return syntaxFailure(session, value)
    rules.set(rule.key, rule.read(value))
    return [texts.say(byVersion(session, 'commands.gamerule.success', 'commands.gamerule.set'), name, value)]
  },

  async tick([verb], session) {
    if (!session.since('1.20.3')) return session.runs('unknown')
    if (verb !== 'query') return syntaxFailure(session, `tick ${verb}`)
    const { texts } = session
    return [
      texts.say('commands.tick.status.running'),
      texts.say('commands.tick.query.rate.running', '20.0', '3.4', '50.0'),
      texts.say('commands.tick.query.percentiles', '3.1', '5.5', '9.0', 100),
    ]
  },

  async setblock(given, session) {
    const place = placeOf(given, session)
    const block = given[3] ?? syntaxFailure(session, given.join(' '))
    const before = await session.world.block(session.dimension, place)
    const { texts } = session
    if (before === undefined)
      return fail(
        session.since('1.13') ? texts.say('argument.pos.unloaded') : texts.say('commands.setblock.outOfWorld'),
      )
    if (/unobtainium/u.test(block)) {
      return session.since('1.13')
        ? fail(texts.say('argument.block.id.invalid', block), `...${texts.say('command.context.here')}`)
        : fail(texts.say('commands.setblock.notFound', block))
    }
    if (before === block)
      return fail(texts.say(byVersion(session, 'commands.setblock.noChange', 'commands.setblock.failed')))
    await session.world.setBlock(session.dimension, place, block)
    return [texts.say('commands.setblock.success', place.x, place.y, place.z)]
  },

  async fill(given, session) {
    const [from, to] = [placeOf(given, session), placeOf(given.slice(3), session)]
    const block = given[6] ?? syntaxFailure(session, given.join(' '))
    const { texts, world } = session
    const ranges = (['x', 'y', 'z'] as const).map((axis) => [
      Math.min(from[axis], to[axis]),
      Math.max(from[axis], to[axis]),
    ])
    const [[x0 = 0, x1 = 0] = [], [y0 = 0, y1 = 0] = [], [z0 = 0, z1 = 0] = []] = ranges
    const volume = (x1 - x0 + 1) * (y1 - y0 + 1) * (z1 - z0 + 1)
    if (volume > maxFilled) {
      return session.since('1.13')
        ? fail(texts.say('commands.fill.toobig', maxFilled, volume))
        : fail(texts.say('commands.fill.tooManyBlocks', volume, maxFilled))
    }
    let filled = 0
    for (let x = x0; x <= x1; x += 1) {
      for (let y = y0; y <= y1; y += 1) {
        for (let z = z0; z <= z1; z += 1) {
          const before = await world.block(session.dimension, { x, y, z })
          if (before === undefined)
            return fail(texts.say(byVersion(session, 'commands.fill.outOfWorld', 'argument.pos.unloaded')))
          if (before === block) continue
          await world.setBlock(session.dimension, { x, y, z }, block)
          filled += 1
        }
      }
    }
    return filled === 0 ? fail(texts.say('commands.fill.failed')) : [texts.say('commands.fill.success', filled)]
  },

  async forceload([verb, ...given], session) {
    if (!session.since('1.13.1')) return session.runs('unknown')
    const { dimension, world } = session
    // The command came with 1.13.1; the texts of 1.13.2 are recorded as those of 1.13.
    const texts = session.since('1.14') ? session.texts : textsOf('1.14')
    const { forced } = world.server
    const shownChunk = (chunk: string) => `[${chunk.split(' ').slice(1).join(', ')}]`
    const of = [...forced].filter((one) => one.startsWith(`${dimension} `))
    if (verb === 'query' && given.length === 0) {
      if (of.length === 0) return fail(texts.say('commands.forceload.added.none', dimension))
      const list = of.map(shownChunk).join(', ')
      return of.length === 1
        ? [texts.say('commands.forceload.list.single', dimension, list)]
        : [texts.say('commands.forceload.list.multiple', of.length, dimension, list)]
    }
    const [x = 0, z = 0, toX = x, toZ = z] = given.map((one) => numberOf(one, session) >> 4)
    const chunks: string[] = []
    for (let at = x; at <= toX; at += 1) for (let to = z; to <= toZ; to += 1) chunks.push(`${dimension} ${at} ${to}`)
    const [first = '', last = chunks.at(-1) ?? ''] = [chunks[0]]
    if (verb === 'query') {
      const key = forced.has(first) ? 'commands.forceload.query.success' : 'commands.forceload.query.failure'
      return forced.has(first)
        ? [texts.say(key, shownChunk(first), dimension)]
        : fail(texts.say(key, shownChunk(first), dimension))
    }
    const what = verb === 'add' ? 'added' : 'removed'
    const changed = chunks.filter((chunk) => forced.has(chunk) !== (verb === 'add'))
    for (const chunk of changed) verb === 'add' ? forced.add(chunk) : forced.delete(chunk)
    if (changed.length === 0) return fail(texts.say(`commands.forceload.${what}.failure`))
    if (changed.length === 1)
      return [texts.say(`commands.forceload.${what}.single`, shownChunk(changed[0] ?? ''), dimension)]
    return [
      texts.say(`commands.forceload.${what}.multiple`, changed.length, dimension, shownChunk(first), shownChunk(last)),
    ]
  },

  async summon([type = '', ...rest], session) {
    const place = placeOf(rest, session)
    const { texts, world } = session
    const count = (await world.entities(session.dimension)).length
    const uuid = `00000000-0000-4000-9000-${String(count + 1).padStart(12, '0')}`
    await world.addEntity({ uuid, type, dimension: session.dimension, ...place })
    const label = type
      .replace(/^minecraft:/u, '')
      .split('_')
      .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
      .join(' ')
    return [texts.say('commands.summon.success', label)]
  },

  async data([verb, kind, target, path], session) {
    if (!session.since('1.13')) return session.runs('unknown')
    if (verb === 'get' && kind === 'storage' && session.since('1.15')) {
      return [session.texts.say('commands.data.storage.query', target ?? '', '{}')]
    }
    if (verb !== 'get' || kind !== 'entity') {
      const typed = ['data', verb, kind, target].filter((word) => word !== undefined).join(' ')
      return fail(session.texts.say('command.unknown.argument'), `${typed}${session.texts.say('command.context.here')}`)
    }
    const player = (await session.world.players()).find((one) => one.name === entityNameOf(target ?? '', session))
    if (!player) return fail(session.texts.say('argument.entity.notfound.entity'))
    const value = dataOf(player, session)[path ?? '']
    if (value === undefined) return fail(`Found no elements matching ${path}`)
    return [session.texts.say('commands.data.entity.query', shown(player), value)]
  },

  async difficulty([wanted], session) {
    const { texts, world } = session
    const label = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`
    if (wanted === undefined) {
      if (!session.since('1.13')) return syntaxFailure(session, '')
      return [texts.say('commands.difficulty.query', label(world.server.difficulty))]
    }
    if (!['peaceful', 'easy', 'normal', 'hard'].includes(wanted)) return syntaxFailure(session, wanted)
    if (session.since('1.13') && world.server.difficulty === wanted)
      return fail(texts.say('commands.difficulty.failure', label(wanted)))
    world.server.difficulty = wanted
    return [texts.say('commands.difficulty.success', label(wanted))]
  },

  async worldborder([verb, width], session) {
    const { texts, world } = session
    const { border } = world.server
    if (verb === 'get') {
      if (session.since('1.13')) return [texts.say('commands.worldborder.get', border)]
      return [texts.say('commands.worldborder.get.success', border)]
    }
    if (verb !== 'set') return syntaxFailure(session, `worldborder ${verb}`)
    const wanted = numberOf(width, session)
    if (session.since('1.13') && wanted === border) return fail(texts.say('commands.worldborder.set.failed.nochange'))
    world.server.border = wanted
    const size = wanted.toFixed(1)
    if (session.since('1.13')) return [texts.say('commands.worldborder.set.immediate', size)]
    return [texts.say('commands.worldborder.set.success', size, border.toFixed(1))]
  },

  async kill([name], session) {
    const player = await online(name, session)
    return [
      session.texts.say(byVersion(session, 'commands.kill.successful', 'commands.kill.success.single'), shown(player)),
    ]
  },
}

const double = (value: number): string => `${Number.isInteger(value) ? value.toFixed(1) : value}d`
const float = (value: number): string => `${Number.isInteger(value) ? value.toFixed(1) : value}f`
const modes = ['survival', 'creative', 'adventure', 'spectator']
const oldDimensions: Readonly<Record<string, number>> = {
  'minecraft:the_nether': -1,
  'minecraft:overworld': 0,
  'minecraft:the_end': 1,
}

/** Numbers of effects before 1.20.2. */
const effectNumbers: Readonly<Record<string, number>> = { 'minecraft:speed': 1, 'minecraft:strength': 5 }

function effectData({ effects, strengths }: ModelPlayer, hasIds: boolean): Readonly<Record<string, string>> {
  if (effects.length === 0) return {}
  const entries = effects.map((effect) => {
    const { seconds, amplifier } = strengths?.[effect] ?? { seconds: 30, amplifier: 0 }
    return hasIds
      ? `{duration: ${seconds * 20}, show_icon: 1b, amplifier: ${amplifier}b, id: "${effect}"}`
      : `{Ambient: 0b, ShowIcon: 1b, Duration: ${seconds * 20}, Id: ${effectNumbers[effect] ?? 0}b, Amplifier: ${amplifier}b}`
  })
  return { [hasIds ? 'active_effects' : 'ActiveEffects']: `[${entries.join(', ')}]` }
}

function spawnData({ spawn }: ModelPlayer, hasDimension: boolean, isCompound: boolean) {
  if (!spawn) return {}
  const { x, y, z, dimension } = spawn
  if (isCompound) return { respawn: `{dimension: "${dimension}", pos: [I; ${x}, ${y}, ${z}], forced: 1b}` }
  return {
    ...{ SpawnX: `${x}`, SpawnY: `${y}`, SpawnZ: `${z}`, SpawnForced: '1b' },
    ...(hasDimension && { SpawnDimension: `"${dimension}"` }),
  }
}

/** What `data get` shows of a player, by path. */
function dataOf(player: ModelPlayer, { since }: Session): Readonly<Record<string, string>> {
  return {
    Pos: `[${double(player.x)}, ${double(player.y)}, ${double(player.z)}]`,
    Rotation: `[${float(player.yaw)}, ${float(player.pitch)}]`,
    Dimension: since('1.16') ? `"${player.dimension}"` : `${oldDimensions[player.dimension] ?? 0}`,
    Health: float(player.health),
    foodLevel: `${player.food}`,
    playerGameType: `${modes.indexOf(player.gameMode)}`,
    ...effectData(player, since('1.20.2')),
    ...spawnData(player, since('1.16'), since('1.21.5')),
  }
}
