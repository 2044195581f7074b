/**
 * Chat line: who a line of chat shows as its author, in the form of vanilla and in those of chat plugins.
 *
 * The author is whoever the line begins with; names behind it are text. Only vanilla's own form with nothing added
 * proves its author (invariant 6): everything else is text that a plugin, a nickname or a command put together.
 */
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { afterDecorations, type KnownPlayers } from './known-players.js'

/** Maximum characters of a text in an event. */
export const maxTextLength = 512

export interface ChatLine {
  readonly player: string
  readonly text: string
  readonly form: 'chat' | 'say' | 'emote'
  /** The line only shows the name: others can bring it about. */
  readonly isDisplayText?: true
}

export interface ChatSource {
  /** As it was written, without the header. */
  readonly raw: string
  /** The same without `System chat: ` and Minecraft's formatting codes. */
  readonly text: string
  /** The thread writes chat only, so any words may stand before a name. */
  readonly isChatThread: boolean
  /** Colours of a terminal were removed. */
  readonly isCleaned: boolean
  /** Pumpkin writes `<chat> Steve: hi`. */
  readonly isPumpkin: boolean
  /** Only the server itself writes `[Not Secure] ` at the start of a line. */
  readonly marksUnsigned: boolean
}

/** The server writes it from 1.19.1 on. Before, an entity or a command block of that name says what follows. */
const notSecure = '[Not Secure] '
/** Unicode line separators can occur in what players write. */
const angleForm = /^<([^<>]{1,64})> (.*)$/su
/** What stands between a name and what it says. */
const separator = /^\s{0,3}(?::|»|›|→|➜|➤|➔|▶|⇒|>{1,3}|\|)\s{1,3}(?=\S)/u

export function readChatLine(source: ChatSource, players: KnownPlayers): ChatLine | undefined {
  const bare = source.text.startsWith(notSecure) ? source.text.slice(notSecure.length) : source.text
  return (
    inAngles(source, bare, players) ??
    emote(bare, players) ??
    said(bare, players) ??
    behindRank(source, bare, players) ??
    ofPlugin(source, bare, players)
  )
}

/** `<Steve> hi` */
function inAngles(source: ChatSource, bare: string, players: KnownPlayers): ChatLine | undefined {
  const [, shown, text] = angleForm.exec(bare) ?? []
  if (shown === undefined || text === undefined) return undefined
  if (source.isPumpkin && shown === 'chat') return ofPlugin({ ...source, isChatThread: false }, text, players)
  const isMarked = source.marksUnsigned && source.raw.startsWith(notSecure)
  const unsecured = isMarked ? source.raw.slice(notSecure.length) : source.raw
  const isWhole = !source.isCleaned && unsecured === bare && cleanText(text, maxTextLength) === text
  // The prefix of a team may close the name: `<Steve> hi Alex> what Alex wrote`.
  const isOfOther = text.includes('> ') && players.isNamedIn(text.slice(0, text.lastIndexOf('> ')))
  if (players.has(shown) && isWhole && !isOfOther) return { player: shown, text, form: 'chat' }
  return displayed(players.within(shown) ?? cleanText(shown, 64), text, 'chat')
}

/** `* Steve waves` */
function emote(bare: string, players: KnownPlayers): ChatLine | undefined {
  const named = bare.startsWith('* ') ? players.decoratedAt(bare.slice(2)) : undefined
  return named && displayed(named.player, named.rest, 'emote')
}

/** `[Steve] hi`, the form of `/say`. */
function said(bare: string, players: KnownPlayers): ChatLine | undefined {
  if (!bare.startsWith('[')) return undefined
  const [, shown = '', text] = /^\[((?:[^[\]]|\[[^[\]]{0,32}\]){1,64})\] (.*)$/su.exec(bare) ?? []
  const player = players.within(shown)
  // `[Steve: Set the time to 1000]` is a command's reply, and may be followed by more.
  if (player === undefined || text === undefined || shown.includes(': ')) return undefined
  return displayed(player, text, 'say')
}

/** `[C]<Steve> hi` */
function behindRank(source: ChatSource, bare: string, players: KnownPlayers): ChatLine | undefined {
  const at = afterDecorations(bare)
  if (at === undefined || bare[at] !== '<') return undefined
  const line = inAngles({ ...source, isPumpkin: false }, bare.slice(at), players)
  return line && displayed(line.player, line.text, line.form)
}

/** `[VIP] Steve: hi`, `Steve » hi`; in a thread for chat also `Owner Steve: hi`. */
function ofPlugin(source: ChatSource, bare: string, players: KnownPlayers): ChatLine | undefined {
  // An emote of a nickname.
  if (bare.startsWith('* ')) return undefined
  const start = afterDecorations(bare) ?? 0
  const end = Math.min(bare.length, start + 64)
  let at = start
  let found: RegExpExecArray | null = null
  // Only the first one: behind it is what the author wrote, which may look like another line of chat.
  while (at < end && found === null) found = separator.exec(bare.slice(at++, at + 10))
  if (!found) return undefined
  const shown = bare.slice(start, at - 1).replace(/\s?(?:\[[^[\]]{0,32}\]|\([^()]{0,32}\))$/u, '')
  const player = source.isChatThread ? players.within(shown) : players.has(shown) ? shown : undefined
  return player === undefined ? undefined : displayed(player, bare.slice(at - 1 + found[0].length), 'chat')
}

const displayed = (player: string, text: string, form: ChatLine['form']): ChatLine => ({
  player,
  text: cleanText(text, maxTextLength),
  form,
  isDisplayText: true,
})
