/**
 * Service process: a program that we start for a service, and end with everything it has started.
 *
 * It leads a process group of its own. Ending it takes three steps: its input closes, it is asked to end, it is killed;
 * each time with all that descends from it, also what made a group of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { LogTail } from './log-tail.js'
import { descendantsOf, type FoundProcess, markedWith, processes } from './process-tree.js'

export interface ProcessTerms {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly log: LogTail
  /** Ends the group when we are gone ourselves; returns the function that takes it out. */
  readonly guard: (pid: number) => () => void
}

/** By this variable the processes of a service are found again: its value is different for each start. */
export const markName = 'GATEHOUSE_SERVICE'

/** Milliseconds to end by itself, once its input is closed; then once it is asked to. */
const graceMs = 700

const windows = process.platform === 'win32'

export class ServiceProcess {
  readonly #child: ChildProcess
  readonly #mark: string | undefined
  readonly #unguard: () => void
  #ended = false
  /** Resolves once the program itself is gone. */
  readonly exited: Promise<void>
  #stopping: Promise<void> | undefined
  #exit = ''

  /** @throws Error when it cannot be started */
  static async start(terms: ProcessTerms): Promise<ServiceProcess> {
    const { file, args, env, cwd } = terms
    const child = spawn(file, args, { cwd, env, stdio: 'pipe', detached: !windows, shell: false, windowsHide: true })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
    return new ServiceProcess(child, terms)
  }

  private constructor(child: ChildProcess, { env, log, guard }: ProcessTerms) {
    this.#child = child
    this.#mark = env[markName] && `${markName}=${env[markName]}`
    this.#unguard = guard(this.pid)
    child.stderr?.on('data', (chunk: Buffer) => log.push(chunk))
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => {})
    child.on('error', () => {})
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#ended = true
        this.#exit = signal ? `signal ${signal}` : `exit code ${code}`
        resolve()
      })
    })
  }

  get pid(): number {
    return this.#child.pid as number
  }

  get stdin(): Writable {
    return this.#child.stdin as Writable
  }

  get stdout(): Readable {
    return this.#child.stdout as Readable
  }

  /** Why it is gone, as half a sentence; empty while it runs. */
  get exit(): string {
    return this.#exit
  }

  /** Ends it and what it started; resolves when nothing of it is left that can be found. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    const before = await this.#family()
    this.stdin.end()
    await this.#exitsWithin(graceMs)
    const asked = await this.#signal('SIGTERM', before)
    if (!(await this.#goneWithin(graceMs, asked))) {
      const killed = await this.#signal('SIGKILL', asked)
      await this.#goneWithin(graceMs, killed)
    }
    this.#unguard()
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) stream?.destroy()
  }

  /** What descends from it, and what carries its mark. */
  async #family(): Promise<readonly FoundProcess[]> {
    const all = await processes()
    const marked = this.#mark === undefined ? [] : await markedWith(this.#mark, all)
    const tree = this.#ended ? [] : descendantsOf(this.pid, all)
    return distinct([...tree, ...marked]).filter(({ pid }) => pid !== this.pid)
  }

  /** @returns all that got the signal, the program itself left out */
  async #signal(signal: NodeJS.Signals, before: readonly FoundProcess[]): Promise<readonly FoundProcess[]> {
    if (windows) {
      await endOnWindows(this.pid)
      return []
    }
    const now = await processes()
    const left = distinct([...(await this.#family()), ...before.filter((one) => isAmong(one, now))])
    if (!this.#ended || isGroup(this.pid)) send(-this.pid, signal)
    for (const { pid } of left) send(pid, signal)
    return left
  }

  async #exitsWithin(milliseconds: number): Promise<void> {
    if (this.#ended) return
    await Promise.race([this.exited, pause(milliseconds)])
  }

  async #goneWithin(milliseconds: number, those: readonly FoundProcess[]): Promise<boolean> {
    for (const until = performance.now() + milliseconds; ; await pause(40)) {
      const now = those.length > 0 ? await processes() : []
      if (this.#ended && !isGroup(this.pid) && !those.some((one) => isAmong(one, now))) return true
      if (performance.now() >= until) return false
    }
  }
}

const distinct = (all: readonly FoundProcess[]): readonly FoundProcess[] => [
  ...new Map(all.map((one) => [one.pid, one])).values(),
]

/** To a process, or with a minus to its group. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone already.
  }
}

const isAmong = ({ pid, started }: FoundProcess, all: readonly FoundProcess[]): boolean =>
  all.some((one) => one.pid === pid && one.started === started)

function isGroup(pid: number): boolean {
  if (windows) return false
  try {
    process.kill(-pid, 0)
    return true
  } catch {
    return false
  }
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** Cannot be tried where this was written: there is no Windows. */
const endOnWindows = (pid: number): Promise<void> =>
  new Promise((resolve) => {
    const killer = spawn('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
    killer.once('exit', () => resolve())
    killer.once('error', () => resolve())
  })
