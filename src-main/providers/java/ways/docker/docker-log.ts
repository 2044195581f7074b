/**
 * Docker log: the lines of a container's output, as `docker logs -f` shows them.
 *
 * Docker sends the lines; they are kept until the next poll, and the engine waits while too many are kept. After a cut
 * the log is followed from the time of the last line, without the lines of that time that were read: none comes twice,
 * none is lost, as long as the clock of that computer is not set back.
 */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import { type DecodedLine, LogDecoder } from '../../log/log-decoder.js'
import { maxRequestAgeMs } from '../../log/log-events.js'
import type { LogLines, LogReaderOptions } from '../../ports.js'
import type { DockerEngine } from './engine.js'
import { FrameReader } from './frame-reader.js'
import { asContainerProblem } from './run-program.js'

const maxLineBytes = 16 * 1024
/** Lines kept between two polls. */
const maxKept = 4_096
/** Lines before the first new one, from which the form and the encoding of the log are learned. */
const earlierLines = 500
/** Milliseconds between attempts, also while the container is stopped. */
const retryMs = 2_000

interface RawLine {
  /** With nine digits of a second. */
  readonly time: string
  readonly bytes: Buffer
  readonly isLate?: true
}

export interface DockerLogOptions {
  readonly clock: Clock
  readonly engine: () => Promise<DockerEngine>
  readonly container: string
}

export class DockerLog implements LogLines {
  readonly #options: DockerLogOptions
  readonly #reader: LogReaderOptions
  #decoder = new LogDecoder()
  #kept: RawLine[] = []
  #stream: IncomingMessage | undefined
  #problem: unknown
  /** Of the container that is followed: another of the same name begins a new log. */
  #id = ''
  /** The time of the last line, and how many lines had it. */
  #last = { time: '', lines: 0 }
  #triedAt: number | undefined
  #isOpen = false

  constructor(options: DockerLogOptions, reader: LogReaderOptions) {
    this.#options = options
    this.#reader = reader
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get encoding(): string | undefined {
    return this.#decoder.encoding
  }

  async poll(): Promise<boolean> {
    if (!this.#stream && this.#isTime()) await this.#tryToFollow()
    const lines = this.#kept.splice(0).map(({ bytes, isLate }) => ({
      ...this.#decoder.line(bytes),
      ...(isLate && { isLate }),
    }))
    if (this.#stream?.isPaused()) this.#stream.resume()
    if (lines.length > 0) return this.#reader.onLines(lines)
    // Also between attempts, so that it does not come and go.
    if (this.#problem !== undefined) throw this.#problem
    return true
  }

  /** What was read is remembered: the next poll continues behind it. */
  async close(): Promise<void> {
    this.#isOpen = false
    this.#stream?.destroy()
    this.#stream = undefined
  }

  #isTime(): boolean {
    const now = this.#options.clock.elapsed()
    if (this.#triedAt !== undefined && now - this.#triedAt < retryMs) return false
    this.#triedAt = now
    return true
  }

  async #tryToFollow(): Promise<void> {
    this.#isOpen = true
    try {
      await this.#follow()
      this.#problem = undefined
    } catch (error) {
      this.#isOpen = false
      this.#problem = error
    }
  }

  async #follow(): Promise<void> {
    const engine = await this.#options.engine()
    const { Id: id, Config: config } = await engine.inspect(this.#options.container).catch(asContainerProblem)
    const isFirst = this.#id === ''
    if (id !== this.#id) {
      this.#last = { time: '', lines: 0 }
      if (isFirst && this.#reader.startsAtEnd) await this.#readEarlier(engine, id, config.Tty)
      else if (!isFirst) this.#decoder = new LogDecoder()
      this.#id = id
    }
    const since = this.#last.time === '' ? {} : { since: secondsOf(this.#last.time) }
    const stream = await engine.logs(id, { follow: true, ...since }).catch(asContainerProblem)
    /** By the clock that also wrote the times of the lines; without it nothing counts as late. */
    const connectedAt = Date.parse(stream.headers.date ?? '')
    // Docker repeats the lines of the last time.
    const repeated = { ...this.#last }
    const lines = new LineReader(config.Tty, (line) => {
      if (line.time < repeated.time) return
      if (line.time === repeated.time && repeated.lines > 0) {
        repeated.lines -= 1
        return
      }
      const isLate = connectedAt - Date.parse(line.time) > maxRequestAgeMs
      this.#keep(isLate ? { ...line, isLate } : line)
    })
    this.#attach(stream, lines)
  }

  #attach(stream: IncomingMessage, lines: LineReader): void {
    // It was closed meanwhile.
    if (!this.#isOpen) {
      stream.destroy()
      return
    }
    this.#stream = stream
    const end = () => {
      if (this.#stream === stream) this.#stream = undefined
    }
    stream.on('data', (chunk: Buffer) => {
      try {
        lines.read(chunk)
      } catch (error) {
        stream.destroy(error as Error)
      }
      if (this.#kept.length >= maxKept) stream.pause()
    })
    // It ends with the container, and is cut with the engine: the next attempt says which.
    stream.once('end', end)
    stream.once('close', end)
    stream.once('error', end)
  }

  #keep(line: RawLine): void {
    this.#kept.push(line)
    this.#note(line)
  }

  #note({ time }: RawLine): void {
    this.#last = { time, lines: time === this.#last.time ? this.#last.lines + 1 : 1 }
  }

  async #readEarlier(engine: DockerEngine, id: string, isTerminal: boolean): Promise<void> {
    const earlier: DecodedLine[] = []
    const lines = new LineReader(isTerminal, (line) => {
      this.#note(line)
      earlier.push(this.#decoder.line(line.bytes))
    })
    const response = await engine.logs(id, { follow: false, tail: earlierLines }).catch(asContainerProblem)
    for await (const chunk of response) lines.read(chunk)
    this.#reader.onEarlier?.(earlier)
  }
}

/** Seconds since 1970 with their fraction, as Docker takes them. */
function secondsOf(time: string): string {
  const [whole = '', fraction = '0Z'] = time.split('.')
  return `${Date.parse(`${whole}Z`) / 1_000}.${fraction.slice(0, -1).padEnd(9, '0')}`
}

/** Takes the output apart into lines; each stream of it has its own. */
class LineReader {
  readonly #frames: FrameReader | undefined
  readonly #onLine: (line: RawLine) => void
  readonly #rests = { output: new LineRest(), error: new LineRest() }

  constructor(isTerminal: boolean, onLine: (line: RawLine) => void) {
    this.#frames = isTerminal ? undefined : new FrameReader()
    this.#onLine = onLine
  }

  read(chunk: Buffer): void {
    const pieces = this.#frames?.read(chunk) ?? [{ stream: 'output' as const, bytes: chunk }]
    for (const { stream, bytes } of pieces) {
      for (const line of this.#rests[stream].add(bytes)) {
        const timed = timedLine(line)
        if (timed) this.#onLine(timed)
      }
    }
  }
}

class LineRest {
  #parts: Buffer[] = []
  #size = 0

  /** Lines that are complete; one that is too long is left out. */
  add(bytes: Buffer): readonly Buffer[] {
    const lines: Buffer[] = []
    let from = 0
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
      this.#push(bytes.subarray(from, end))
      if (this.#size <= maxLineBytes) lines.push(Buffer.concat(this.#parts))
      this.#parts = []
      this.#size = 0
      from = end + 1
    }
    this.#push(bytes.subarray(from))
    return lines
  }

  #push(part: Buffer): void {
    this.#size += part.length
    if (this.#size <= maxLineBytes) this.#parts.push(Buffer.from(part))
    else this.#parts = []
  }
}

/** The prompt of a console with a terminal, before it is overwritten by a line. */
const carriageReturn = 0x0d

function timedLine(line: Buffer): RawLine | undefined {
  const space = line.indexOf(0x20)
  const time = line.subarray(0, Math.max(space, 0)).toString('latin1')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/u.test(time)) return undefined
  let bytes = line.subarray(space + 1)
  if (bytes.at(-1) === carriageReturn) bytes = bytes.subarray(0, -1)
  bytes = bytes.subarray(bytes.lastIndexOf(carriageReturn) + 1)
  return { time: sortable(time), bytes }
}

/** With nine digits, so that times compare as text. */
function sortable(time: string): string {
  const [whole = '', fraction = ''] = time.slice(0, -1).split('.')
  return `${whole}.${fraction.padEnd(9, '0')}Z`
}
