/** Commands of the model console about players. */
import {
  byVersion,
  CommandFailure,
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

/** A text component, as plain text. */
const plainTextOf = (component: unknown): string => {
  if (typeof component === 'string') return component
  if (Array.isArray(component)) return component.map(plainTextOf).join('')
  const { text = '' } = component as { text?: string }
  return text
}

const textOf = (rest: readonly string[], session: Session): string => {
  try {
    return plainTextOf(JSON.parse(rest.join(' ')))
  } catch {
    return syntaxFailure(session, rest.join(' '))
  }
}

const modes = ['survival', 'creative', 'adventure', 'spectator']

/** Players whom the server has a profile of. A profile is read up to a space, or selected. */
const profile = (word: string | undefined, session: Session, before: string): string => {
  const name = word?.startsWith('@') ? entityNameOf(word, session) : word
  if (name !== undefined && session.world.server.known.has(name)) return name
  if (session.since('1.13')) return fail(session.texts.say('argument.player.unknown'))
  return fail(session.texts.say(before, name ?? ''))
}

export const peopleCommands: Readonly<Record<string, Run>> = {
  async list([uuids], session) {
    const { texts, world } = session
    const players = await world.players()
    const names = players.map((one) => (uuids === 'uuids' ? `${one.name} (${one.uuid})` : shown(one))).join(', ')
    if (session.since('1.13')) return [texts.say('commands.list.players', players.length, world.maxPlayers, names)]
    return [texts.say('commands.players.list', players.length, world.maxPlayers), names]
  },

  async tp([name, ...rest], session) {
    const player = await online(name, session)
    const place = placeOf(rest, session)
    const [yaw, pitch] = rest.slice(3).map((one) => numberOf(one, session))
    await session.world.teleport(player.name, {
      ...place,
      ...(yaw !== undefined && pitch !== undefined && { yaw, pitch }),
      ...(session.since('1.13') && { dimension: session.dimension }),
    })
    const key = byVersion(session, 'commands.tp.success.coordinates', 'commands.teleport.success.location.single')
    const [x, y, z] = session.since('1.13')
      ? [place.x.toFixed(6), place.y.toFixed(6), place.z.toFixed(6)]
      : [place.x.toFixed(2), place.y.toFixed(2), place.z.toFixed(2)]
    return [session.texts.say(key, shown(player), x, y, z)]
  },

  async kick([name, ...reason], session) {
    const player = await online(name, session)
    await session.world.kick(player.name, reason.join(' '))
    if (session.since('1.13')) {
      const why = reason.join(' ') || session.texts.say('multiplayer.disconnect.kicked')
      return [session.texts.say('commands.kick.success', shown(player), why)]
    }
    if (reason.length === 0) return [session.texts.say('commands.kick.success', player.name)]
    return [session.texts.say('commands.kick.success.reason', player.name, reason.join(' '))]
  },

  async ban([name, ...reason], session) {
    const who = profile(name, session, 'commands.ban.failed')
    const { banned } = session.world.server
    if (banned.has(who) && session.since('1.13')) return fail(session.texts.say('commands.ban.failed'))
    banned.set(who, reason.join(' '))
    if ((await session.world.players()).some((one) => one.name === who)) await session.world.kick(who, reason.join(' '))
    return [session.texts.say('commands.ban.success', who, reason.join(' ') || 'Banned by an operator.')]
  },

  async pardon([name], session) {
    const who = profile(name, session, 'commands.unban.failed')
    const wasBanned = session.world.server.banned.delete(who)
    if (!wasBanned)
      return fail(session.texts.say(byVersion(session, 'commands.unban.failed', 'commands.pardon.failed'), who))
    return [session.texts.say(byVersion(session, 'commands.unban.success', 'commands.pardon.success'), who)]
  },

  async op([name], session) {
    const who = profile(name, session, 'commands.op.failed')
    const { operators } = session.world.server
    if (operators.has(who)) return fail(session.texts.say('commands.op.failed', who))
    operators.add(who)
    return [session.texts.say('commands.op.success', who)]
  },

  async deop([name], session) {
    const who = profile(name, session, 'commands.deop.failed')
    if (!session.world.server.operators.delete(who)) return fail(session.texts.say('commands.deop.failed', who))
    return [session.texts.say('commands.deop.success', who)]
  },

  async gamemode([mode = '', name], session) {
    if (!modes.includes(mode)) return syntaxFailure(session, mode)
    const player = await online(name, session)
    if (session.since('1.13') && player.gameMode === mode) return []
    await session.world.change(player.name, { gameMode: mode })
    return [session.texts.say('commands.gamemode.success.other', shown(player), session.texts.say(`gameMode.${mode}`))]
  },

  async give([name, item = '', count = '1'], session) {
    const player = await online(name, session)
    const id = item.replace(/^minecraft:/u, '')
    if (id === 'unobtainium') {
      if (session.since('1.13'))
        return fail(
          session.texts.say('argument.item.id.invalid', item),
          `give...${session.texts.say('command.context.here')}`,
        )
      return fail(session.texts.say('commands.give.item.notFound', item))
    }
    const { inventory = {} } = player
    await session.world.change(player.name, {
      inventory: { ...inventory, [item]: (inventory[item] ?? 0) + Number(count) },
    })
    const words = id
      .split('_')
      .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
      .join(' ')
    if (session.since('1.13'))
      return [session.texts.say('commands.give.success.single', Number(count), `[${words}]`, shown(player))]
    return [session.texts.say('commands.give.success', `[${words}]`, Number(count), player.name)]
  },

  async clear([name, item = '', ...rest], session) {
    const player = await online(name, session)
    const { texts } = session
    const { inventory = {} } = player
    const most = Number(rest.at(-1))
    const there = inventory[item] ?? 0
    if (there === 0) {
      const key = byVersion(session, 'commands.clear.failure', 'clear.failed.single')
      return fail(texts.say(key, shown(player)))
    }
    if (most === 0) {
      if (session.since('1.13')) return [texts.say('commands.clear.test.single', there, shown(player))]
      return [texts.say('commands.clear.testing', player.name, there)]
    }
    const taken = Math.min(there, most)
    await session.world.change(player.name, { inventory: { ...inventory, [item]: there - taken } })
    if (session.since('1.13')) return [texts.say('commands.clear.success.single', taken, shown(player))]
    return [texts.say('commands.clear.success', player.name, taken)]
  },

  async effect(given, session) {
    if (!session.since('1.13')) return legacyEffect(given, session)
    const [verb, name, effect, seconds = '30', amplifier = '0'] = given
    const player = await online(name, session)
    const label = effect?.replace(/^minecraft:/u, '')
    if (verb === 'give' && effect !== undefined && label !== undefined) {
      const strength = { seconds: Number(seconds), amplifier: Number(amplifier) }
      const isThere = player.effects.includes(effect)
      // The game keeps the stronger one.
      if (isThere && (player.strengths?.[effect]?.amplifier ?? 0) > strength.amplifier)
        return fail(session.texts.say('commands.effect.give.failed'))
      await session.world.change(player.name, {
        effects: isThere ? player.effects : [...player.effects, effect],
        strengths: { ...player.strengths, [effect]: strength },
      })
      return [session.texts.say('commands.effect.give.success.single', label, shown(player))]
    }
    if (verb !== 'clear') return syntaxFailure(session, given.join(' '))
    if (effect === undefined || label === undefined) {
      if (player.effects.length === 0) return fail(session.texts.say('commands.effect.clear.everything.failed'))
      await session.world.change(player.name, { effects: [] })
      return [session.texts.say('commands.effect.clear.everything.success.single', shown(player))]
    }
    if (!player.effects.includes(effect)) return fail(session.texts.say('commands.effect.clear.specific.failed'))
    await session.world.change(player.name, { effects: player.effects.filter((one) => one !== effect) })
    return [session.texts.say('commands.effect.clear.specific.success.single', label, shown(player))]
  },

  async spawnpoint([name, ...rest], session) {
    const player = await online(name, session)
    const { x, y, z } = placeOf(rest, session)
    await session.world.change(player.name, { spawn: { x, y, z, dimension: session.dimension } })
    if (!session.since('1.13')) return [session.texts.say('commands.spawnpoint.success', player.name, x, y, z)]
    if (session.texts.has('commands.spawnpoint.success.single.new')) {
      return [
        session.texts.say(
          'commands.spawnpoint.success.single.new',
          x,
          y,
          z,
          '0.0',
          '0.0',
          session.dimension,
          shown(player),
        ),
      ]
    }
    const more = session.since('1.17') ? ['0.0', session.dimension] : session.since('1.16') ? [session.dimension] : []
    return [session.texts.say('commands.spawnpoint.success.single', x, y, z, ...more, shown(player))]
  },

  async title([name, kind = '', ...rest], session) {
    const players = name === '@a' ? await session.world.players() : [await online(name, session)]
    const text = textOf(rest, session)
    for (const player of players) await session.world.show(text, player.name)
    if (!session.since('1.13')) return [session.texts.say('commands.title.success')]
    const [first] = players
    if (players.length === 1 && first) return [session.texts.say(`commands.title.show.${kind}.single`, shown(first))]
    return [session.texts.say(`commands.title.show.${kind}.multiple`, players.length)]
  },

  async tellraw([name, ...rest], session) {
    const text = textOf(rest, session)
    if (name === '@a') {
      const players = await session.world.players()
      if (players.length === 0) {
        const key = byVersion(session, 'commands.generic.player.notFound', 'argument.entity.notfound.player')
        throw new CommandFailure([session.texts.say(key, '@a')])
      }
      await session.world.show(text)
      return []
    }
    const player = await online(name, session)
    await session.world.show(text, player.name)
    return []
  },
}

async function legacyEffect([name, effect = '', seconds = '30', amplifier = '0']: readonly string[], session: Session) {
  const player = await online(name, session)
  const { texts, world } = session
  if (effect === 'clear') {
    if (player.effects.length === 0) return fail(texts.say('commands.effect.failure.notActive.all', player.name))
    await world.change(player.name, { effects: [] })
    return [texts.say('commands.effect.success.removed.all', player.name)]
  }
  if (seconds === '0') {
    if (!player.effects.includes(effect))
      return fail(texts.say('commands.effect.failure.notActive', 'Speed', player.name))
    await world.change(player.name, { effects: player.effects.filter((one) => one !== effect) })
    return [texts.say('commands.effect.success.removed', 'Speed', player.name)]
  }
  await world.change(player.name, { effects: [...player.effects, effect] })
  return [texts.say('commands.effect.success', 'Speed', 1, amplifier, player.name, seconds)]
}
