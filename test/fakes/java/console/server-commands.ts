/** Commands of the model console about the server itself. */
import { byVersion, entityNameOf, fail, type Run, syntaxFailure } from './model-command.js'

export const serverCommands: Readonly<Record<string, Run>> = {
  async 'save-all'([flush], session) {
    const { texts } = session
    if (session.since('1.13')) return [texts.say('commands.save.saving'), texts.say('commands.save.success')]
    const flushing = flush === 'flush' && texts.has('commands.save.flushStart')
    return [
      texts.say('commands.save.start'),
      ...(flushing ? [texts.say('commands.save.flushStart'), texts.say('commands.save.flushEnd')] : []),
      texts.say('commands.save.success'),
    ]
  },

  async 'save-off'(_given, session) {
    const { server } = session.world
    if (!server.saving)
      return fail(session.texts.say(byVersion(session, 'commands.save-off.alreadyOff', 'commands.save.alreadyOff')))
    server.saving = false
    return [session.texts.say('commands.save.disabled')]
  },

  async 'save-on'(_given, session) {
    const { server } = session.world
    if (server.saving)
      return fail(session.texts.say(byVersion(session, 'commands.save-on.alreadyOn', 'commands.save.alreadyOn')))
    server.saving = true
    return [session.texts.say('commands.save.enabled')]
  },

  async reload(_given, session) {
    if (!session.since('1.12')) return session.runs('unknown')
    return [session.texts.say('commands.reload.success')]
  },

  async stop(_given, session) {
    session.world.server.stopped = true
    return [session.texts.say(byVersion(session, 'commands.stop.start', 'commands.stop.stopping'))]
  },

  async seed(_given, session) {
    return [session.texts.say('commands.seed.success', session.since('1.13') ? '[-42]' : '-42')]
  },

  async version(_given, session) {
    if (!session.since('1.21.6')) return session.runs('unknown')
    const { texts } = session
    return [
      texts.say('commands.version.header'),
      texts.say('commands.version.id', session.version),
      texts.say('commands.version.name', session.version),
      texts.say('commands.version.data', 4435),
      texts.say('commands.version.series', 'main'),
      texts.say('commands.version.protocol', 771, '0x303'),
    ]
  },

  async help([name = ''], session) {
    const { texts } = session
    const key = `commands.${name}.`
    const firsts: Readonly<Record<string, string>> = {
      tick: '1.20.3',
      random: '1.20.2',
      damage: '1.19.4',
      fillbiome: '1.19.3',
      place: '1.19',
      jfr: '1.18',
      item: '1.17',
      attribute: '1.16',
      spectate: '1.15',
      schedule: '1.14',
      data: '1.13',
      reload: '1.12',
      locate: '1.11',
      teleport: '1.10',
      stopsound: '1.9',
      transfer: '1.20.5',
      rotate: '1.21.2',
      test: '1.21.5',
      dialog: '1.21.6',
      fetchprofile: '1.21.9',
      stopwatch: '1.21.11',
      swing: '26.1',
    }
    const first = firsts[name]
    if (first !== undefined ? !session.since(first) : key === 'commands..') {
      return session.since('1.13')
        ? fail(texts.say('commands.help.failed'))
        : fail(texts.say('commands.generic.notFound'))
    }
    return [`/${name} <something>`]
  },

  async whitelist([verb, name], session) {
    const { texts, world } = session
    const { server } = world
    // A profile is read up to a space, or selected.
    const label = name?.startsWith('@') ? entityNameOf(name, session) : (name ?? '')
    switch (verb) {
      case 'on':
      case 'off': {
        const wanted = verb === 'on'
        if (session.since('1.13') && server.allowlistEnabled === wanted) {
          return fail(texts.say(`commands.whitelist.already${wanted ? 'On' : 'Off'}`))
        }
        server.allowlistEnabled = wanted
        return [texts.say(`commands.whitelist.${wanted ? 'enabled' : 'disabled'}`)]
      }
      case 'add':
        if (!server.known.has(label)) return unknown(label, session)
        if (session.since('1.13') && server.allowlist.has(label))
          return fail(texts.say('commands.whitelist.add.failed'))
        server.allowlist.add(label)
        return [texts.say('commands.whitelist.add.success', label)]
      case 'remove':
        if (!server.allowlist.delete(label)) return fail(texts.say('commands.whitelist.remove.failed', label))
        return [texts.say('commands.whitelist.remove.success', label)]
      case 'list': {
        const names = [...server.allowlist]
        if (!session.since('1.13')) {
          const joined = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')
          return [texts.say('commands.whitelist.list', names.length, server.known.size), joined]
        }
        return [
          names.length === 0
            ? texts.say('commands.whitelist.none')
            : texts.say('commands.whitelist.list', names.length, names.join(', ')),
        ]
      }
      default:
        return syntaxFailure(session, `whitelist ${verb}`)
    }
  },
}

const unknown = (name: string, session: Parameters<Run>[1]): never =>
  session.since('1.13')
    ? fail(session.texts.say('argument.player.unknown'))
    : fail(session.texts.say('commands.whitelist.add.failed', name))
