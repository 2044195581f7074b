/**
 * Other lines: which lines of the log are no part of a reply, although they look like one.
 *
 * Events of the log grammar are none. Beyond them the game writes notices, and plugins write with the header of the
 * game: `[Name] text`. Those are no reply to a command of the game; to a command of a plugin they may be. A line is judged
 * by its start only: what stands behind it may be text of a player.
 */
import { rootOf, wordsOf } from '../../../../policy/console-command/command-tokenizer.js'
import { knownCommands } from '../../../../policy/console-command/known-commands.js'
import { afterDecorations } from '../../log/known-players.js'
import { LogEvents } from '../../log/log-events.js'

const noticeStarts = [
  'UUID of player ',
  'System chat: ',
  '* ',
  'Named entity ',
  'Villager ',
  'Saving chunks for level ',
  'ThreadedAnvilChunkStorage',
  'Disconnecting ',
  'com.mojang.authlib.GameProfile',
  '[Not Secure] ',
  '[Server] ',
  '[Rcon] ',
  '[@] ',
]
const notices = [
  /^<[^<>]{1,64}> /u,
  /^[^\s<>]{1,48}(?: \([^()]{1,64}\))? (?:lost connection: |issued server command: |moved too quickly! |moved wrongly!)/u,
  /^[^\s<>]{1,48} (?:joined|left) the game$/u,
  /^[^\s<>[\]]{1,48}\[[^\s]{1,80}\] logged in with entity id \d/u,
  /^Loaded \d{1,9} (?:recipes|advancements)$/u,
  // What another runs: `[Steve: Set the time to 1000]`.
  /^\[[^[\]:]{1,64}: /u,
]
const happenings: ReadonlySet<string> = new Set(['death', 'advancement', 'leave'])

/** The game's own commands, and the name each has. */
export function gameCommandOf(command: string): string | undefined {
  const { name } = rootOf(wordsOf(command)[0] ?? '')
  return Object.hasOwn(knownCommands, name) ? name : undefined
}

/** Reads that repeat nothing of what players write but names. */
const fixedReads = [['list'], ['time', 'query'], ['difficulty'], ['seed'], ['scoreboard', 'players', 'get']]

/** Whether what a player wrote may stand in the reply, and so a line feed with a whole forged line behind it. */
export function mayHoldPlayersText(command: string, reply: string): boolean {
  const name = gameCommandOf(command)
  const [, ...rest] = wordsOf(command)
  const isFixed = fixedReads.some(([root, ...words]) => name === root && words.every((word, at) => rest[at] === word))
  return !isFixed || !isClosed(reply)
}

/** Every quote and bracket that opens in it is closed in it. */
function isClosed(text: string): boolean {
  const count = (character: string) => text.split(character).length - 1
  const pairs = [
    ['[', ']'],
    ['(', ')'],
    ['{', '}'],
  ] as const
  return count('"') % 2 === 0 && pairs.every(([open, close]) => count(open) === count(close))
}

/**
 * @param line as it was written
 * @param text the same without its header
 * @param command that runs
 */
export function isNotice(line: string, text: string, command: string, events: LogEvents): boolean {
  if (noticeStarts.some((start) => text.startsWith(start))) return true
  if (notices.some((form) => form.test(text.slice(0, 256)))) return true
  if (text.startsWith('[') && gameCommandOf(command) !== undefined) return !isAboutPlayer(text, command, events)
  return happensToFirstWord(line, text)
}

/** `[Red] Steve has …`: the prefix of a team, not the name of a plugin. */
function isAboutPlayer(text: string, command: string, events: LogEvents): boolean {
  const from = afterDecorations(text)
  const name = from === undefined ? '' : (text.slice(from, from + 64).split(/[\s[\](){}<>:,]/u, 1)[0] ?? '')
  return name !== '' && (command.split(/[^\w.*-]/u).includes(name) || events.isOnline(name))
}

/** A death or an advancement of somebody who is not known yet. */
function happensToFirstWord(line: string, text: string): boolean {
  const word = text.slice(0, 64).split(' ', 1)[0] ?? ''
  if (!/^[A-Za-z0-9_.*]{2,32}$/u.test(word)) return false
  const events = new LogEvents()
  events.setOnline([{ name: word }])
  const event = events.read(line, '')
  return event !== undefined && happenings.has(event.kind)
}
