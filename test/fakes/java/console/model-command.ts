/** What the commands of the model console share: their targets and positions, and their errors. */
import type { ConsoleWorld, ModelPlayer, Position } from './model-world.js'
import type { Texts } from './texts.js'

export interface Session {
  readonly texts: Texts
  readonly world: ConsoleWorld
  readonly version: string
  readonly dimension: string
  /** Whether the version is this release or a later one. */
  since(release: string): boolean
  /** Runs a nested command. */
  runs(command: string, dimension?: string): Promise<readonly string[]>
}

/** @returns the messages, in order; the server sends them one after another with nothing between */
export type Run = (given: readonly string[], session: Session) => Promise<readonly string[]>

/** The command failed with these messages. */
export class CommandFailure extends Error {
  readonly messages: readonly string[]

  constructor(messages: readonly string[]) {
    super(messages.join(' '))
    this.messages = messages
  }
}

export const fail = (...messages: readonly string[]): never => {
  throw new CommandFailure(messages)
}

/** What a wrong argument gets. */
export function syntaxFailure({ texts, since }: Session, rest: string): never {
  if (!since('1.13')) return fail(texts.say('commands.generic.syntax'))
  return fail(texts.say('command.unknown.argument'), `${rest.slice(-10)}${texts.say('command.context.here')}`)
}

/**
 * The words of a command. From 1.13 on a quoted name, or a selector with one, is one word also with spaces in it; before,
 * every space ends a word.
 */
export function wordsOf(command: string, isQuotable: boolean): readonly string[] {
  if (!isQuotable) return command.split(' ')
  return [...command.matchAll(/(?<= |^)(?:"[^"\\]*"(?= |$)|@[a-z]\[name="[^"\\]*",limit=1\](?= |$)|[^ ]*)/gu)].map(
    ([word]) => word,
  )
}

const quotedName = /^"([^"\\]*)"$/u
const namedSelector = /^@a\[name="([^"\\]*)",limit=1\]$/u
const unquotedName = /^[A-Za-z0-9_.+-]+$/u
const uuidLike = /^[0-9A-Fa-f]+(?:-[0-9A-Fa-f]+){4}$/u

/** The name in the place of an entity, as the game of this version reads it. */
export function entityNameOf(word: string, session: Session): string {
  if (!session.since('1.13')) return word
  const [, selected] = namedSelector.exec(word) ?? []
  if (selected !== undefined) return selected
  const [, quoted] = quotedName.exec(word) ?? []
  const name = quoted ?? (unquotedName.test(word) ? word : syntaxFailure(session, word))
  if (name === '' || name.length > 16) fail(session.texts.say('argument.entity.invalid'))
  return uuidLike.test(name) ? '' : name
}

/** The player who is in the game. */
export async function online(name: string | undefined, session: Session): Promise<ModelPlayer> {
  const { texts, since, world } = session
  const meant = entityNameOf(name ?? '', session)
  const found = (await world.players()).find((one) => one.name === meant)
  if (found) return found
  if (since('1.13')) return fail(texts.say('argument.entity.notfound.player'))
  return fail(texts.say('commands.generic.player.notFound', name ?? ''))
}

/** How the console writes a player. */
export const shown = ({ prefix = '', name }: ModelPlayer): string => `${prefix}${name}`

/** `key` of today, or of the versions before 1.13. */
export const byVersion = ({ since }: Session, before: string, today: string): string => (since('1.13') ? today : before)

export function numberOf(text: string | undefined, session: Session): number {
  if (text === undefined || !/^-?\d+(?:\.\d+)?$/u.test(text)) return syntaxFailure(session, text ?? '')
  return Number(text)
}

export function placeOf(given: readonly string[], session: Session): Position {
  const [x = 0, y = 0, z = 0] = given.slice(0, 3).map((one) => numberOf(one, session))
  if (given.length < 3) syntaxFailure(session, given.join(' '))
  if (Math.abs(x) > 30_000_000 || Math.abs(z) > 30_000_000) {
    const key = session.texts.has('argument.pos.outofbounds') ? 'argument.pos.outofbounds' : 'argument.pos.outofworld'
    fail(session.since('1.13') ? session.texts.say(key) : session.texts.say('commands.setblock.outOfWorld'))
  }
  return { x, y, z }
}
