/**
 * Player list: who is online, from the reply to a list command in any of its forms.
 *
 * The game lists `A (uuid), B (uuid)`. Plugins (EssentialsX), forks and other servers list names without ids, in groups,
 * with tags, in other languages. The names are compared with the count that the server gives: a list that does not add
 * up is unknown and never means that nobody is online.
 */
import type { GatewayError } from '@contract/gateway-error.js'
import { isPlayerName } from '../../../policy/text/player-name.js'
import { type CommandDialect, type CommandRunOptions, failureIn, isUnknownOutcome, unknownReply } from './dialect.js'
import { gameHeadings, isPlayerHeading, maxOfEmpty } from './player-list-headings.js'
import { withoutDecoration } from './reply-pattern.js'

export interface ListedPlayer {
  readonly name: string
  /** Absent where the server does not list ids. */
  readonly uuid?: string
}

export interface PlayerList {
  readonly players: readonly ListedPlayer[]
  readonly online: number
  /** Absent where the server does not say it. */
  readonly max?: number
}

/** Maximum characters of a reply that is parsed: a thousand players with their ids. */
const maxLength = 65_536
const maxLines = 256
/** A larger number in a heading is no count of players. */
const maxCount = 100_000

const withUuid = /^(.{1,64}?) ?\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)$/iu
/** `[AFK]`, `[HIDDEN]`, ranks: what stands before a name in brackets. */
const tags = /^(?: {0,4}\[[^\][]{1,32}\]){1,8} {0,4}/u
/** What stands behind a name in brackets. */
const suffix = /^([^()（）[\]]{1,64})(?:\(([^()（）[\]]{1,32})\)|（([^()（）[\]]{1,32})）|\[([^()（）[\]]{1,32})\])$/u
/** A state of a player, as EssentialsX and other plugins name it; anything else in brackets may belong to the name. */
const status =
  /^(?:afk|away|idle|hidden|vanish|vanished|invisible|неактивен|скрит|abwesend|versteckt|ausente|oculto|escondido|eemal|peidetud|absent|masqué|skrytý|skjult|nascosto|отошел|отошёл|скрыт|离开|隐身|離開|暫時離開|隱身|挂机|잠수|숨김)$/iu
/** The game's own first: an unusual name may have one of the others. */
const separators = [/, /u, /[,，、;；|·•]/u]
const plainWord = /^[A-Za-z0-9_.*+]{1,17}$/u
/** @returns undefined when the reply lists no players, or the names do not add up */
export function readPlayerList(reply: string): PlayerList | undefined {
  if (reply.length > maxLength) return undefined
  const text = withoutDecoration(reply).trim()
  for (const heading of gameHeadings) {
    const found = heading.exec(text)
    if (!found) continue
    const [all, online, max] = found
    const names = text.slice(all.length).split('\n')
    return complete(names, { online: [Number(online)], ...(max !== undefined && { max: Number(max) }) })
  }
  return readGroups(text)
}

/** Who is online. @throws GatewayError when the reply is unknown */
export async function listPlayers(dialect: CommandDialect, options: CommandRunOptions = {}): Promise<PlayerList> {
  const { list = 'listPlayers' } = dialect.traits
  const reply = await dialect.ask(list, {}, options)
  const found = readPlayerList(reply)
  const isCertain = found?.players.every(({ uuid }) => uuid !== undefined) === true
  if (found && (isCertain || list === 'listNames' || !dialect.has('listNames'))) return found
  if (list === 'listNames' || !dialect.has('listNames')) throw unreadableList(reply)
  // To a plugin that groups players, `list uuids` means the group "uuids": what follows the count may be an error.
  const names = await dialect.ask('listNames', {}, options)
  const named = readPlayerList(names)
  if (named) return named
  throw unreadableList(onlineIn(names) === undefined && onlineIn(reply) !== undefined ? reply : names)
}

/** The number of players according to a heading of the game, although the list could not be read. */
export function onlineIn(reply: string): number | undefined {
  const text = withoutDecoration(reply.slice(0, maxLength)).trim()
  const count = gameHeadings.map((heading) => heading.exec(text)?.[1]).find((found) => found !== undefined)
  return count === undefined ? undefined : Number(count)
}

/** Also of a reply that any failed command can have: it is no answer about players. */
export function unreadableList(reply: string): GatewayError {
  const online = onlineIn(reply)
  const details = { reason: 'player-list-unreadable', ...(online !== undefined && { online }) }
  return unknownReply(reply, details, failureIn(reply))
}

/** Whether the error says that the server listed players in a form that could not be read. */
export const isUnreadableList = (thrown: unknown): thrown is GatewayError =>
  (thrown as Partial<GatewayError>)?.details?.reason === 'player-list-unreadable' || isUnknownOutcome(thrown)

/**
 * A heading of any language with its counts, then the names: on the same line after a colon, or on lines of groups
 * (`Admins: A, B`). EssentialsX counts hidden players separately, and some languages name the maximum first.
 */
function readGroups(text: string): PlayerList | undefined {
  const [heading = '', ...lines] = text.split('\n', maxLines + 1)
  if (lines.length >= maxLines) return undefined
  const [counted = heading, rest] = splitHeading(heading)
  if (!isPlayerHeading(counted)) return undefined
  const counts = [...counted.matchAll(/\d{1,9}/gu)].map(([digits]) => Number(digits))
  if (counts.length > 3 || counts.some((one) => one > maxCount)) return undefined
  const names = [...(rest === undefined ? [] : [rest]), ...lines.map(withoutGroup)]
  const [first, second, third] = counts
  if (first === undefined) return undefined
  if (names.every((line) => line.trim() === '')) {
    const max = maxOfEmpty(text)
    return max === undefined ? undefined : { players: [], online: 0, max }
  }
  if (second === undefined) return complete(names, { online: [first] })
  if (third === undefined) {
    return complete(names, { online: first > second ? [second, first] : [first], max: Math.max(first, second) })
  }
  return complete(names, { online: [first + second, second + third], max: Math.max(first, third) })
}

/** A heading may end with a colon and names: `3 joueurs (20 max) : A, B, C`. */
function splitHeading(line: string): readonly [string?, string?] {
  const last = line.search(/\d(?=\D*$)/u)
  const colon = line.slice(last + 1).search(/[:：]/u)
  if (last < 0 || colon < 0) return [line]
  const end = last + 1 + colon
  return [line.slice(0, end), line.slice(end + 1)]
}

/** The names of a line such as `Admins: A, B`. */
function withoutGroup(line: string): string {
  const colon = line.search(/[:：](?: |$)|：/u)
  return colon < 0 ? line : line.slice(colon + 1)
}

interface Counts {
  /** The numbers of the heading that may be the number of players. */
  readonly online: readonly number[]
  readonly max?: number
}

/** The list, when the number of its names is one of these counts and each can be a name. */
function complete(lines: readonly string[], { online, max }: Counts): PlayerList | undefined {
  const found =
    separators.map((one) => separatedBy(one, lines, online)).find((players) => players !== undefined) ??
    separatedBySpaces(lines, online)
  return found && { players: found, online: found.length, ...(max !== undefined && { max }) }
}

function separatedBy(separator: RegExp, lines: readonly string[], online: readonly number[]) {
  const entries = lines.flatMap((line) => line.split(separator)).map((entry) => entry.trim().replace(/^- (?!\()/u, ''))
  const players = entries.filter((entry) => entry !== '').map(playerIn)
  const listed = players.filter((player) => player !== undefined)
  const isComplete = listed.length === players.length && online.includes(listed.length) && areDistinct(listed)
  return isComplete ? listed : undefined
}

/** `A B C`, where each is an ordinary name. */
function separatedBySpaces(lines: readonly string[], online: readonly number[]): readonly ListedPlayer[] | undefined {
  const words = lines.flatMap((line) => line.split(/\s/u)).filter((word) => word !== '')
  const listed = words.map((name) => ({ name }))
  const isComplete = words.length > 1 && online.includes(words.length) && words.every((word) => plainWord.test(word))
  return isComplete && areDistinct(listed) ? listed : undefined
}

const areDistinct = (players: readonly ListedPlayer[]): boolean =>
  new Set(players.map(({ name, uuid }) => uuid ?? name.toLowerCase())).size === players.length

function playerIn(entry: string): ListedPlayer | undefined {
  const [, name, uuid] = withUuid.exec(entry) ?? []
  // A name next to its id is as the server knows it, whatever it looks like.
  if (name !== undefined && uuid !== undefined) return { name, uuid: uuid.toLowerCase() }
  const shown = nameIn(entry.replace(tags, '').trim())?.trim()
  return isPlayerName(shown) && !isDecorated(shown) ? { name: shown } : undefined
}

/** Without a state behind it; of `~Nick (Bob)`, as EssentialsX shows a nickname, the name in brackets. */
function nameIn(shown: string): string | undefined {
  const [, outer = '', ...inner] = suffix.exec(shown) ?? []
  const bracketed = inner.find((text) => text !== undefined)
  if (bracketed === undefined) return shown
  if (outer.trim().toLowerCase() === bracketed.toLowerCase()) return bracketed
  const isStatus = status.test(bracketed)
  // `~Nick (AFK)` may mean either.
  if (outer.startsWith('~')) return isStatus ? undefined : bracketed
  return isStatus ? outer : undefined
}

/**
 * Whether a name without its id may be a nickname or have a rank or a state beside it. Only the prefixes of Bedrock
 * players go with names that have spaces.
 */
const isDecorated = (name: string): boolean => /[()]|^~/u.test(name) || (name.includes(' ') && !/^[.*]/u.test(name))
