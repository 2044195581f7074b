/**
 * Dialect: sends commands in the syntax of the server's version and parses the replies.
 *
 * Guards invariant 5: an unknown or empty reply is an error that includes it, never a guess, and a command contains only
 * encoded arguments.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { commandToSend } from '../../../policy/console-command/command-tokenizer.js'
import { oneLine } from '../../../policy/console-command/one-line.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { Console, ConsoleOptions } from '../ports.js'
import { type EncodedJavaArgument, entityTarget, type PlayerArgument, profileTarget } from './command-arguments.js'
import type { CommandEntry, CommandOutcome } from './command-table.js'
import { commonFailures } from './common-failures.js'
import { type GameVersion, isInRange } from './game-version.js'
import { type ReplyFields, type ReplyPattern, replyPattern, withoutDecoration } from './reply-pattern.js'
import { cuberiteCommands } from './table/cuberite.js'
import { playerCommands } from './table/players.js'
import { serverCommands } from './table/server.js'
import { triggerCommands } from './table/trigger.js'
import { worldCommands } from './table/world.js'

export const commands = { ...playerCommands, ...worldCommands, ...serverCommands, ...triggerCommands }
export type CommandName = keyof typeof commands

/** What the connected server supports. */
export interface DialectTraits {
  readonly version: GameVersion
  /** `minecraft:` on Bukkit servers, where plugins may replace commands; else empty. */
  readonly prefix: '' | 'minecraft:'
  /** A server with commands and texts of its own, or without a console; the game's when omitted. */
  readonly manner?: 'cuberite' | 'no-console'
  /** The list command whose reply could be read; `listPlayers` when omitted. */
  readonly list?: 'listPlayers' | 'listNames'
  /** The console sends no reply to a command that does not exist: an empty reply never proves anything. */
  readonly isSilent?: true
}

export interface CommandReply {
  readonly outcome: Exclude<CommandOutcome, 'failed'>
  readonly fields: ReplyFields
  /** Without colour codes and trailing line breaks; untrusted. */
  readonly text: string
}

export type CommandArguments = Readonly<Record<string, EncodedJavaArgument | PlayerArgument>>

/** Maximum characters of a reply in an error. */
const shownReply = 512

const patterns = new Map<string, ReplyPattern>()
function patternOf(template: string): ReplyPattern {
  const known = patterns.get(template)
  if (known) return known
  const pattern = replyPattern(template)
  patterns.set(template, pattern)
  return pattern
}

export class CommandDialect {
  readonly traits: DialectTraits
  readonly #console: Console

  constructor(console: Console, traits: DialectTraits) {
    this.#console = console
    this.traits = traits
  }

  /** Whether the server's version has the command. */
  has(name: CommandName): boolean {
    return formOf(name, this.traits) !== undefined
  }

  /**
   * Runs a command and parses its reply.
   *
   * @param dimension id of the world in which it runs; the overworld when undefined
   * @throws GatewayError when it failed, or its reply is unknown
   */
  async run(name: CommandName, given: CommandArguments = {}, options: CommandRunOptions = {}): Promise<CommandReply> {
    return readReply(name, await this.ask(name, given, options), this.traits)
  }

  /** The reply as the server sent it. @throws GatewayError when the version does not have the command */
  ask(name: CommandName, given: CommandArguments = {}, options: CommandRunOptions = {}): Promise<string> {
    const { dimension, ...consoleOptions } = options
    return this.#console.run(this.commandText(name, given, dimension), consoleOptions)
  }

  /**
   * Runs a command that a person has read and approved, unchanged.
   *
   * @throws GatewayError when it is not a single line
   */
  runText(command: string, options: ConsoleOptions = {}): Promise<string> {
    const text = oneLine(commandToSend(command))
    if (text === '') {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', { message: 'A command must be one line of text.' })
    }
    return this.#console.run(text, options)
  }

  /** The text that `run` sends. @throws GatewayError when the version does not have the command */
  commandText(name: CommandName, given: CommandArguments = {}, dimension?: EncodedJavaArgument): string {
    const form = formOf(name, this.traits)
    if (form === undefined) throw this.traits.manner === 'no-console' ? noConsole() : notInVersion()
    const command = filled(form.command, given, isInRange(this.traits.version, { since: '1.13' }))
    // Commands of the server software have no `minecraft:` namespace.
    if (name === 'bukkitTps') return command
    if (dimension === undefined || dimension === 'minecraft:overworld') return `${this.traits.prefix}${command}`
    if (!isInRange(this.traits.version, { since: '1.13' })) {
      throw new GatewayError('BUSINESS.WORLD_NOT_FOUND', {
        message: 'Before version 1.13, the console can reach only the overworld.',
      })
    }
    return `${this.traits.prefix}execute in ${dimension} run ${command}`
  }
}

export interface CommandRunOptions extends ConsoleOptions {
  readonly dimension?: EncodedJavaArgument
}

const noConsole = () =>
  new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', {
    message: 'Gatehouse reads the files of this server but has no console to it.',
    suggestion: 'Its owner can connect RCON, its panel or a plugin.',
  })

const notInVersion = () =>
  new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', {
    message: 'The version of this server does not have this command.',
  })

/** The command as a server of these traits has it; undefined when it does not. */
function entryOf(name: CommandName, { manner }: Pick<DialectTraits, 'manner'>): CommandEntry | undefined {
  if (manner === 'no-console') return undefined
  return manner === 'cuberite' ? cuberiteCommands[name] : commands[name]
}

const formOf = (name: CommandName, traits: DialectTraits) =>
  entryOf(name, traits)?.forms.find((form) => isInRange(traits.version, form))

/**
 * The place in the command decides how a player is written. @throws Error when an argument is missing or of another
 * kind, which is a bug in the caller
 */
function filled(template: string, given: CommandArguments, isQuotable: boolean): string {
  return template
    .replace(/\{([a-zA-Z]+)\}/gu, (_slot, argument: string) => {
      const isProfile = argument === 'profile'
      const value = given[isProfile ? 'player' : argument]
      if (value === undefined) throw new Error(`missing argument ${argument}: ${template}`)
      if (typeof value === 'string') return value
      if (isProfile) return profileTarget(value.name, isQuotable)
      if (argument !== 'player') throw new Error(`a player in the place of ${argument}: ${template}`)
      return entityTarget(value.name, isQuotable)
    })
    .trimEnd()
}

const outcomes: readonly CommandOutcome[] = ['done', 'unchanged', 'failed']

/** Parses a reply to a command of the table. @throws GatewayError when the command failed, or the reply proves nothing */
export function readReply(name: CommandName, reply: string, traits: DialectTraits): CommandReply {
  const text = withoutDecoration(reply)
  const { replies = {}, silence } = entryOf(name, traits) ?? {}
  if (text.trim() === '') {
    if (silence === undefined || traits.isSilent || !isInRange(traits.version, silence)) throw emptyReply()
    return { outcome: silence.outcome, fields: {}, text: '' }
  }
  for (const outcome of outcomes) {
    for (const template of replies[outcome] ?? []) {
      const fields = patternOf(template).match(text)
      if (!fields) continue
      if (outcome === 'failed') throw failed(text)
      return { outcome, fields, text }
    }
  }
  const failure = failureIn(text)
  throw failure ?? unknownReply(text)
}

/** The error for a reply that any command can give; undefined when there is none. */
export function failureIn(reply: string): GatewayError | undefined {
  const text = withoutDecoration(reply)
  for (const { replies, error } of commonFailures) {
    if (replies.some((template) => patternOf(template).match(text))) return error(cleanText(text, shownReply))
  }
  return undefined
}

const failed = (reply: string) =>
  new GatewayError('BUSINESS.OPERATION_FAILED', {
    message: 'The server could not do it.',
    details: { reply: cleanText(reply, shownReply) },
    hasProviderText: true,
  })

/** The command may have succeeded, so the error includes the reply instead of guessing. */
export const unknownReply = (
  reply: string,
  details: Readonly<Record<string, unknown>> = {},
  cause?: GatewayError,
): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message: 'Gatehouse does not recognize the reply of the server.',
    suggestion: 'Read details.reply. A plugin may have replaced the command. Check the world before you try again.',
    details: { reason: 'unknown-reply', reply: cleanText(reply, shownReply), ...details, mayHaveRun: true },
    hasProviderText: true,
    ...(cause && { cause }),
  })

/** No reply, where the game itself sends one. */
export const emptyReply = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message: 'The server answered nothing. Whether the command ran is not known.',
    suggestion: 'Read the state before you try again. Some plugins answer later, in the log of the server.',
    details: { reason: 'empty-reply', mayHaveRun: true },
  })

/** Whether the error says that the reply proves nothing. */
export const isUnknownOutcome = (thrown: unknown): thrown is GatewayError =>
  thrown instanceof GatewayError &&
  (thrown.details?.reason === 'unknown-reply' || thrown.details?.reason === 'empty-reply')
