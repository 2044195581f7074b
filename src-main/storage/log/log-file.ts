/**
 * Log file: appends lines in the background, and is rotated when it is large. Three older files are kept.
 *
 * A write never waits: lines queue in memory, bounded, while the disk is slow or full. `flush` writes what is queued at
 * once, before the program ends.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statfsSync,
} from 'node:fs'
import path from 'node:path'
import pino from 'pino'

/** The log of a profile. */
export const logFile = 'gatehouse.log'

const maxFileBytes = 5 * 1024 * 1024
const olderLogs = 3
/** Maximum bytes of queued lines; later ones are dropped and counted. */
const maxQueuedBytes = 4 * 1024 * 1024
/** Time for what is queued for standard error when the program ends. */
const lastWordsMs = 200
/** Maximum characters used in a report. */
const endBytes = 64 * 1024

export interface LogOutput {
  /** @param line ends with a line feed */
  write(line: string): void
  /** Writes everything that is queued before it returns; a terminal has little time for it. */
  flush(): void
  close(): void
}

type Queue = ReturnType<typeof pino.destination>

/** @param onDropped lines that were lost since the last call, once writing works again */
function queueFor(descriptor: number, onDropped: (lines: number) => void, retryEAGAIN = () => true): Queue {
  const queue = pino.destination({ fd: descriptor, sync: false, maxLength: maxQueuedBytes, retryEAGAIN })
  let dropped = 0
  // A log that cannot be written must not stop the program.
  queue.on('error', () => {})
  queue.on('drop', () => {
    dropped += 1
  })
  queue.on('drain', () => {
    if (dropped === 0) return
    const lines = dropped
    dropped = 0
    onDropped(lines)
  })
  return queue
}

export class LogFile implements LogOutput {
  readonly #file: string
  readonly #onDropped: (lines: number) => void
  #queue: Queue
  #written: number
  #isFailing = false

  /** @throws Error when it cannot be opened */
  constructor(file: string, onDropped: (lines: number) => void) {
    this.#file = file
    this.#onDropped = onDropped
    const { queue, size } = this.#open()
    this.#queue = queue
    this.#written = size
  }

  write(line: string): void {
    if (this.#written > maxFileBytes) this.#rotate()
    this.#queue.write(line)
    this.#written += Buffer.byteLength(line)
  }

  /** Not on a disk that is full or fails: the queue would try again for ever, and the program would never end. */
  flush(): void {
    if (!this.#isFailing && hasSpace(path.dirname(this.#file))) flushQueue(this.#queue)
  }

  /** What is queued is still written. */
  close(): void {
    this.#queue.end()
  }

  #open() {
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 })
    // Opening a pipe without a reader would wait for one.
    const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NONBLOCK ?? 0)
    const descriptor = openSync(this.#file, flags, 0o600)
    const facts = fstatSync(descriptor)
    if (!facts.isFile()) {
      closeSync(descriptor)
      throw new Error('it is not a file')
    }
    const queue = queueFor(descriptor, this.#onDropped)
    queue.on('error', () => {
      this.#isFailing = true
    })
    queue.on('write', () => {
      this.#isFailing = false
    })
    return { queue, size: facts.size }
  }

  /** `gatehouse.log` becomes `.1`, that `.2`, and so on; the oldest is deleted. */
  #rotate(): void {
    const file = this.#file
    // Also when it fails: it is tried again after as many bytes, not for each line.
    this.#written = 0
    try {
      for (let age = olderLogs - 1; age >= 1; age -= 1) {
        if (existsSync(`${file}.${age}`)) renameSync(`${file}.${age}`, `${file}.${age + 1}`)
      }
      if (existsSync(file)) renameSync(file, `${file}.1`)
      const full = this.#queue
      this.#queue = this.#open().queue
      full.end()
    } catch {
      // The open file continues to receive the lines.
    }
  }
}

/**
 * Standard error, as a queue: a terminal or pipe that nobody reads must not stop the program, nor keep it from ending.
 *
 * @param descriptor of another output
 */
export function standardError(descriptor: number = process.stderr.fd): LogOutput {
  let deadline = Number.POSITIVE_INFINITY
  // Reading `process.stderr` above makes a pipe report that it is full, where a write would wait in the system.
  const queue = queueFor(
    descriptor,
    () => {},
    () => Date.now() < deadline,
  )
  return {
    write: (line) => void queue.write(line),
    flush() {
      deadline = Date.now() + lastWordsMs
      flushQueue(queue)
      deadline = Number.POSITIVE_INFINITY
    },
    close() {},
  }
}

/** Whether everything that can be queued fits on the disk. */
function hasSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > maxQueuedBytes
  } catch {
    return false
  }
}

function flushQueue(queue: Queue): void {
  try {
    queue.flushSync()
  } catch {
    // It cannot be written.
  }
}

/** The last lines of the log of a profile; none when it cannot be read. */
export function readLogTail(profile: string): string[] {
  try {
    const handle = openSync(path.join(profile, logFile), 'r')
    try {
      const { size } = fstatSync(handle)
      const bytes = Buffer.alloc(Math.min(size, endBytes))
      readSync(handle, bytes, 0, bytes.length, size - bytes.length)
      const lines = bytes.toString('utf8').split('\n').filter(Boolean)
      return size > endBytes ? lines.slice(1) : lines
    } finally {
      closeSync(handle)
    }
  } catch {
    return []
  }
}
