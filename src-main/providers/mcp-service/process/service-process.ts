/**
 * Service process: starts a program for a service, and stops it with all its descendants.
 *
 * It leads its own process group. Stopping has three steps: close its input, terminate, kill. Each step includes all
 * descendants, also those in other groups.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { LogTail } from './log-tail.js'
import { descendantsOf, type FoundProcess, markedWith, processes } from './process-tree.js'

export interface ServiceProcessOptions {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly log: LogTail
  /** Stops the group if this program dies; returns the function that removes it. */
  readonly guard: (pid: number) => () => void
}

/** How a process ended. */
export type ProcessExit = { readonly exitCode: number } | { readonly signal: string }

export const exitText = (exit: ProcessExit): string =>
  'signal' in exit ? `signal ${exit.signal}` : `exit code ${exit.exitCode}`

/** The variable that identifies the processes of a service; its value is unique per start. */
export const markName = 'GATEHOUSE_SERVICE'

/** Milliseconds to exit after its input is closed; then after the terminate signal. */
const graceMs = 700
/** Milliseconds to end after it was killed; longer on a busy computer. */
const killedMs = 5_000

const windows = process.platform === 'win32'

export class ServiceProcess {
  readonly #child: ChildProcess
  readonly #mark: string | undefined
  readonly #unguard: () => void
  #ended = false
  /** Resolves when the program itself has exited. */
  readonly exited: Promise<void>
  #stopping: Promise<readonly number[]> | undefined
  #exit: ProcessExit | undefined

  /** @throws Error when it cannot be started */
  static async start(options: ServiceProcessOptions): Promise<ServiceProcess> {
    const { file, args, env, cwd } = options
    const child = spawn(file, args, { cwd, env, stdio: 'pipe', detached: !windows, shell: false, windowsHide: true })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
    return new ServiceProcess(child, options)
  }

  private constructor(child: ChildProcess, { env, log, guard }: ServiceProcessOptions) {
    this.#child = child
    this.#mark = env[markName] && `${markName}=${env[markName]}`
    this.#unguard = guard(this.pid)
    child.stderr?.on('data', (chunk: Buffer) => log.push(chunk))
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => {})
    child.on('error', () => {})
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#ended = true
        this.#exit = signal ? { signal } : { exitCode: code ?? 0 }
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

  /** How it ended; undefined while it runs. */
  get exit(): ProcessExit | undefined {
    return this.#exit
  }

  /** Stops it and its descendants. @returns the ids of those that could not be ended */
  stop(): Promise<readonly number[]> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<readonly number[]> {
    const before = await this.#family()
    this.stdin.end()
    await this.#exitsWithin(graceMs)
    const asked = await this.#signal('SIGTERM', before)
    let left: readonly number[] = []
    if (!(await this.#goneWithin(graceMs, asked))) {
      const killed = await this.#signal('SIGKILL', asked)
      if (!(await this.#goneWithin(killedMs, killed))) left = await this.#alive(killed)
    }
    this.#unguard()
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) stream?.destroy()
    return left
  }

  async #alive(those: readonly FoundProcess[]): Promise<readonly number[]> {
    const now = those.length > 0 ? await processes() : []
    return [...(this.#ended ? [] : [this.pid]), ...those.filter((one) => isAmong(one, now)).map(({ pid }) => pid)]
  }

  /** Its descendants, and the processes with its mark. */
  async #family(): Promise<readonly FoundProcess[]> {
    const all = await processes()
    const marked = this.#mark === undefined ? [] : await markedWith(this.#mark, all)
    const tree = this.#ended ? [] : descendantsOf(this.pid, all)
    return distinct([...tree, ...marked]).filter(({ pid }) => pid !== this.pid)
  }

  /** @returns all signalled processes except the program itself */
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

/** To a process, or with a negative id to its group. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has exited already.
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

/** Not tested on Windows. */
const endOnWindows = (pid: number): Promise<void> =>
  new Promise((resolve) => {
    const killer = spawn('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
    killer.once('exit', () => resolve())
    killer.once('error', () => resolve())
  })
