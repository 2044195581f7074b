/**
 * Reply window: collects what a server writes from a command to its end mark, and picks the reply out of it. Pure.
 *
 * The reply is what has the header of the mark's own answer, because one thread and one logger write both, and is neither
 * an event of the log nor a notice. A line without a header continues the one before it, or shows what was typed.
 */
import type { LogEvents } from '../../log/log-events.js'
import { type LogLine, readLogLine } from '../../log/log-line.js'
import { announcesRefusal, type EndMark } from './end-mark.js'
import { gameCommandOf, isNotice, mayHoldPlayersText } from './other-lines.js'
import { withoutColours, withoutPrompt } from './terminal-lines.js'

/** A line of the stream. */
export interface StreamLine {
  /** Without prompts, with its colours. */
  readonly shown: string
  /** Without prompts and colours. */
  readonly plain: string
  readonly hasPrompt: boolean
  readonly parsed: LogLine | undefined
  /** The log grammar reads an event from it. */
  readonly isEvent: boolean
}

export function readStreamLine(line: string, events: LogEvents): StreamLine {
  const shown = withoutPrompt(line)
  const plain = withoutColours(shown)
  const parsed = readLogLine(plain)
  const isEvent = parsed !== undefined && events.read(shown, '') !== undefined
  return { shown, plain, hasPrompt: shown !== line, parsed, isEvent }
}

interface Candidate {
  readonly header: string
  readonly isOther: boolean
  text: string
}

/** Maximum characters that are compared, because a terminal breaks a longer line. */
const maxEcho = 40

export interface ReplyWindowOptions {
  /** Empty while nothing but a mark runs. */
  readonly command: string
  readonly events: LogEvents
  /** Marks whose answers may still come. */
  readonly earlier: readonly EndMark[]
  /** Of the last mark's answer; another thread or logger answers none. */
  readonly header?: string
  /** Maximum characters of everything. */
  readonly most: number
}

export class ReplyWindow {
  readonly #options: ReplyWindowOptions
  readonly #marks: EndMark[] = []
  readonly #candidates: Candidate[] = []
  #length = 0
  #end: { readonly mark: EndMark; readonly header: string } | undefined
  #hasEcho = false
  #hasMarkEcho = false
  #hasBareAnswer = false
  #isStopping = false
  #holdsPlayersText = false

  constructor(options: ReplyWindowOptions) {
    this.#options = options
  }

  /** The answer to this mark ends the reply. */
  endsWith(mark: EndMark): void {
    this.#marks.push(mark)
  }

  /** The mark that ended it, and the header of its answer. */
  get end(): { readonly mark: EndMark; readonly header: string } | undefined {
    return this.#end
  }

  /** Reopens it: the mark overtook the command. */
  reopen(): void {
    this.#end = undefined
    this.#marks.length = 0
  }

  /** The terminal showed the command. */
  get hasEcho(): boolean {
    return this.#hasEcho
  }

  get hasMarkEcho(): boolean {
    return this.#hasMarkEcho
  }

  /** Something that may be the reply was written. */
  get hasText(): boolean {
    return this.#candidates.some(({ isOther }) => !isOther)
  }

  /** The mark was answered without a header: replies cannot be separated from what others write. */
  get hasBareAnswer(): boolean {
    return this.#hasBareAnswer
  }

  /** The server answered `stop`: it reads no more commands. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  /** A line of the reply came that may continue in what looks like lines of the log, until the end mark. */
  get mayContinue(): boolean {
    return this.#holdsPlayersText && !this.#isStopping && this.#end === undefined
  }

  get isTooLong(): boolean {
    return this.#length > this.#options.most
  }

  /** A part of what came was dropped. A mark alone is still found. */
  lose(): void {
    if (!this.#end && this.#options.command !== '') this.#length = Number.POSITIVE_INFINITY
  }

  /** @returns whether the line belongs to the console alone: what was typed, or a mark */
  take(line: StreamLine): boolean {
    if (this.#end || this.isTooLong) return false
    const { parsed, plain } = line
    if (!parsed) return this.#continue(line)
    const { text } = parsed
    const header = headerOf(plain, text)
    const { command, events, earlier, header: known = header } = this.#options
    const isCertain = !parsed.isDoubtful && header === known
    const mark = isCertain ? this.#marks.find((one) => one.isAnswer(text)) : undefined
    const answered = mark ?? (isCertain ? earlier.find((one) => one.isAnswer(text)) : undefined)
    if (answered?.isRefusal(text)) this.#dropRefusal(header)
    if (mark) this.#end = { mark, header }
    if (answered) {
      this.#candidates.push({ header, isOther: true, text })
      return true
    }
    const isOther = line.isEvent || parsed.isDoubtful || isNotice(plain, text, command, events)
    this.#candidates.push({ header, isOther, text })
    if (!isOther) this.#holdsPlayersText ||= command !== '' && mayHoldPlayersText(command, text)
    this.#length += text.length
    if (gameCommandOf(command) === 'stop' && /^Stopping (?:the )?server$/u.test(text)) this.#isStopping = true
    return false
  }

  /** The reply as RCON would give it, with a line break between its lines. */
  get reply(): string {
    const own = this.#candidates.filter(({ isOther }) => !isOther)
    // Without a mark, as after `stop`, only what came first is certain.
    const header = this.#end?.header ?? own[0]?.header
    return own
      .filter((one) => one.header === header)
      .map(({ text }) => text)
      .join('\n')
  }

  #continue({ plain, hasPrompt }: StreamLine): boolean {
    const { command } = this.#options
    if (isEcho(plain, command)) {
      this.#hasEcho = true
      return true
    }
    if ([...this.#marks, ...this.#options.earlier].some(({ word }) => plain.includes(word))) {
      this.#hasMarkEcho ||= this.#marks.some((mark) => isEcho(plain, mark.command))
      this.#hasBareAnswer ||= this.#marks.some((mark) => mark.isAnswer(plain))
      return true
    }
    const isTyped = [command, ...this.#marks.map((mark) => mark.command)].some((typed) => typed.startsWith(plain))
    if ((hasPrompt && isTyped) || plain === '') return hasPrompt
    const last = this.#candidates.at(-1)
    if (last) {
      last.text += `\n${plain}`
      if (!last.isOther && command !== '') this.#holdsPlayersText ||= mayHoldPlayersText(command, plain)
      this.#length += plain.length
    }
    return false
  }

  /** The line before a repeated command says why it was refused. */
  #dropRefusal(header: string): void {
    const at = this.#candidates.findLastIndex((one) => one.header === header && announcesRefusal(one.text))
    if (at >= 0) this.#candidates.splice(at, 1)
  }
}

const isEcho = (plain: string, command: string): boolean =>
  command !== '' && (plain === command || (command.length > maxEcho && plain.startsWith(command.slice(0, maxEcho))))

/** What stands before the text, whatever the time and the number of a thread. */
const headerOf = (line: string, text: string): string =>
  line.slice(0, line.length - text.length).replace(/\p{Nd}/gu, '0')
