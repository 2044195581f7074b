/**
 * Model console: a model of the console of a vanilla server, from 1.8 to 26.1. It is not the game.
 *
 * The texts are the game's own of each version; what the commands do is modelled after what is known of them. A test
 * that passes against it shows that Gatehouse reads the texts, not that it was tried on a server.
 */

import { CommandFailure, type Run, type Session, wordsOf } from './model-command.js'
import type { ConsoleWorld } from './model-world.js'
import { peopleCommands } from './people-commands.js'
import { scoreboardCommands } from './scoreboard-commands.js'
import { serverCommands } from './server-commands.js'
import { type Texts, textsOf } from './texts.js'
import { worldCommands } from './world-commands.js'

export type Software = 'vanilla' | 'bukkit' | 'forge'

export interface ModelConsoleOptions {
  readonly version: string
  readonly world: ConsoleWorld
  /** `bukkit`: accepts the prefix `minecraft:`, and `version` names the software. `forge`: ends each message with a line end. */
  readonly software?: Software
}

const handlers: Readonly<Record<string, Run>> = {
  ...peopleCommands,
  ...worldCommands,
  ...serverCommands,
  ...scoreboardCommands,
}

export class ModelConsole {
  readonly version: string
  readonly world: ConsoleWorld
  readonly texts: Texts
  readonly software: Software
  /** Every command that ran, in order. */
  readonly ran: string[] = []
  /** Replies that take the place of the model's, by the start of a command. */
  readonly replaced = new Map<string, string>()
  /** Commands that run but have an empty reply, by their start. */
  readonly silenced = new Set<string>()

  constructor({ version, world, software = 'vanilla' }: ModelConsoleOptions) {
    this.version = version
    this.world = world
    this.software = software
    this.texts = textsOf(version)
  }

  /** The whole reply to one command over RCON, which puts nothing between the messages. */
  async run(command: string): Promise<string> {
    const end = this.software === 'forge' ? '\n' : ''
    return (await this.messages(command)).map((message) => `${message}${end}`).join('')
  }

  /** The messages that answer a command; the console of the process writes each as a line of the log. */
  async messages(command: string): Promise<readonly string[]> {
    this.ran.push(command)
    for (const [start, reply] of this.replaced) if (command.startsWith(start)) return [reply]
    const messages = await this.#messages(command)
    return [...this.silenced].some((start) => command.startsWith(start)) ? [] : messages
  }

  async #messages(command: string): Promise<readonly string[]> {
    const session: Session = {
      texts: this.texts,
      world: this.world,
      version: this.version,
      dimension: 'minecraft:overworld',
      since: (release) => this.version.localeCompare(release, 'en', { numeric: true }) >= 0,
      runs: (text, dimension = session.dimension) => this.#run(text, { ...session, dimension }),
    }
    return this.#run(command.replace(/^\//u, ''), session)
  }

  async #run(command: string, session: Session): Promise<readonly string[]> {
    const [first = '', ...rest] = wordsOf(command, session.since('1.13'))
    const isPrefixed = first.startsWith('minecraft:')
    const name = isPrefixed && this.software === 'bukkit' ? first.slice('minecraft:'.length) : first
    if (name === 'version' && this.software === 'bukkit' && !isPrefixed) {
      return [
        `This server is running Paper version ${this.version}-123-abcdef (MC: ${this.version}) (Implementing API version ${this.version}-R0.1-SNAPSHOT)`,
      ]
    }
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    try {
      if (!handler) throw new CommandFailure(unknownCommand(session, command, this.software))
      return await handler(rest, session)
    } catch (failure) {
      if (failure instanceof CommandFailure) return failure.messages
      throw failure
    }
  }
}

function unknownCommand({ texts, since }: Session, command: string, software: Software): readonly string[] {
  if (software === 'bukkit') return ['Unknown command. Type "/help" for help.']
  if (!since('1.13')) return [texts.say('commands.generic.notFound')]
  // The game repeats everything from where it stopped reading, here the start.
  return [texts.say('command.unknown.command'), `${command}${texts.say('command.context.here')}`]
}
