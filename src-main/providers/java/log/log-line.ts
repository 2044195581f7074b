/**
 * Log line: parses the level, the thread and the text of a line by its shape. Pure.
 *
 * A header is a time, a thread and a level, and perhaps a logger, in the order and brackets of vanilla, Bukkit, Folia,
 * Fabric, Forge, NeoForge, their hybrids, Nukkit, Pumpkin and the formats of itzg's image. A time may have a date in any
 * language. Everything is read from the start of the line by position, because a player can write most of what follows.
 * A line without a header, such as part of a stack trace, is no event.
 */

export interface LogLine {
  /** Absent when the format does not name it. */
  readonly thread?: string
  /** In capitals. */
  readonly level: string
  /** Only Pumpkin writes no time. Elsewhere a line without one continues another line. */
  readonly isTimed: boolean
  /** What stands where a logger is expected may be the name of a player. */
  readonly isDoubtful: boolean
  /** Loaders of mods write it; the game alone does not. */
  readonly hasLogger?: true
  readonly text: string
}

const escapeCharacter = '\u001b'

/** Maximum characters of one part of a header. */
const maxPartLength = 160

/** A date in any language, then a time of day. */
const timeForm =
  /^(?:[^[\]]{1,80}[\s,_T\p{Cf}]{1,4})?\p{Nd}{1,2}[:.]\p{Nd}{2}[:.]\p{Nd}{2}(?:[.,]\p{Nd}{1,9})?(?:Z| ?[+-]\p{Nd}{2}:?\p{Nd}{2})?\p{Cf}{0,2}$/u
/** Without brackets a date is required. */
const bareTime = /^\d{4}[-/.]\d{2}[-/.]\d{2}[ T]\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})? /u
const levels: ReadonlySet<string> = new Set(
  'ALL TRACE FINEST FINER FINE DEBUG CONFIG INFO INFORMATION NOTICE WARN WARNING ERROR SEVERE CRITICAL ALERT EMERGENCY FATAL'.split(
    ' ',
  ),
)
/** `net.minecraft.server.MinecraftServer/`, `minecraft/DedicatedServer`, `MinecraftServer`: not the name of a player. */
const loggerForm =
  /^(?:[A-Za-z_$][\w$-]*[./][\w$./-]*|Minecraft(?:Server)?|DedicatedServer|PlayerList|Server[A-Z]\w*)$/u

/** @param line without its line end */
export function readLogLine(line: string): LogLine | undefined {
  const plain = withoutEscapes(line)
  const bare = bareTime.exec(plain.slice(0, maxPartLength))?.[0]
  if (bare !== undefined) return afterTime(plain, bare.length)
  const first = bracketed(plain, 0)
  if (!first) return undefined
  if (timeForm.test(first.inside)) return plain[first.end] === ' ' ? afterTime(plain, first.end + 1) : undefined
  const source = sourceOf(first.inside)
  if (source?.thread === undefined && source) return plainText(plain, first.end, { ...source, isTimed: false })
  return timeAndSource(plain, first)
}

/** `[15:04:05 INFO]: text`, as Paper's console. */
function timeAndSource(line: string, { inside, end }: Bracketed): LogLine | undefined {
  for (let at = inside.indexOf(' '); at >= 0; at = inside.indexOf(' ', at + 1)) {
    if (!timeForm.test(inside.slice(0, at))) continue
    const source = sourceOf(inside.slice(at + 1))
    if (source) return withLogger(line, end, { ...source, isTimed: true })
  }
  return undefined
}

/** The thread and the level, in one pair of brackets or in two. */
function afterTime(line: string, at: number): LogLine | undefined {
  const first = bracketed(line, at)
  if (!first) return undefined
  const source = sourceOf(first.inside)
  if (source) {
    const header = { ...source, isTimed: true }
    // Nukkit writes no thread and no colon.
    return (
      withLogger(line, first.end, header) ??
      (source.thread === undefined ? plainText(line, first.end, header) : undefined)
    )
  }
  const second = line[first.end] === ' ' ? bracketed(line, first.end + 1) : undefined
  const level = second && levelOf(second.inside)
  if (!second || level === undefined) return undefined
  return withLogger(line, second.end, { thread: first.inside.trim(), level, isTimed: true })
}

type Source = Pick<LogLine, 'thread' | 'level'>
type Header = Source & Pick<LogLine, 'isTimed'>

/** `thread/LEVEL`, or `LEVEL`. The name of a thread may contain slashes. */
function sourceOf(text: string): Source | undefined {
  const slash = text.lastIndexOf('/')
  const level = levelOf(text.slice(slash + 1))
  if (level === undefined) return undefined
  const thread = text.slice(0, Math.max(0, slash)).trim()
  return { level, ...(thread !== '' && { thread }) }
}

function levelOf(text: string): string | undefined {
  const level = text.length <= 16 ? text.trim().toUpperCase() : ''
  return levels.has(level) ? level : undefined
}

/** The text after the colon, perhaps behind a logger in its own brackets. */
function withLogger(line: string, at: number, header: Header): LogLine | undefined {
  if (line.startsWith(': (Minecraft) ', at))
    return { ...header, isDoubtful: false, hasLogger: true, text: line.slice(at + 14) }
  if (line.startsWith(': ', at)) return { ...header, isDoubtful: false, text: line.slice(at + 2) }
  if (line[at] !== ' ') return undefined
  const round = /^\(([\w .$/-]{1,80})\) /u.exec(line.slice(at + 1, at + 1 + maxPartLength))
  if (round?.[1] !== undefined) {
    const text = line.slice(at + 1 + round[0].length)
    return { ...header, isDoubtful: !loggerForm.test(round[1]), hasLogger: true, text }
  }
  const logger = bracketed(line, at + 1)
  if (!logger || !line.startsWith(': ', logger.end)) return undefined
  const isDoubtful = !loggerForm.test(logger.inside)
  return { ...header, isDoubtful, hasLogger: true, text: line.slice(logger.end + 2) }
}

function plainText(line: string, at: number, header: Header): LogLine | undefined {
  const start = line.startsWith(': ', at) ? at + 2 : line[at] === ' ' ? at + 1 : undefined
  return start === undefined ? undefined : { ...header, isDoubtful: false, text: line.slice(start) }
}

interface Bracketed {
  readonly inside: string
  readonly end: number
}

/** What stands in square brackets, which may contain others. */
function bracketed(line: string, at: number): Bracketed | undefined {
  if (line[at] !== '[') return undefined
  let depth = 0
  for (let end = at; end < line.length && end < at + maxPartLength; end++) {
    if (line[end] === '[') depth += 1
    else if (line[end] === ']') depth -= 1
    if (depth === 0) return { inside: line.slice(at + 1, end), end: end + 1 }
  }
  return undefined
}

/** Colours of a terminal, and a byte-order mark. A player cannot write an escape character. */
function withoutEscapes(line: string): string {
  const text = line.startsWith('\ufeff') ? line.slice(1) : line
  if (!text.includes(escapeCharacter)) return text
  const [first = '', ...parts] = text.split(escapeCharacter)
  return first + parts.map((part) => part.replace(/^\[[\d;]{0,32}[A-Za-z]/u, '')).join('')
}
