/** Measured process: a child that measures its own event loop and memory, and one that calls beside it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const processes = path.join(import.meta.dirname, 'processes')

export interface Measurement {
  /** Longest turn of the event loop in milliseconds, by the clock or the processor, whichever is shorter. */
  readonly heldMs: number
  /** Longest delay on the clock. */
  readonly delayMs: number
  /** Longest wait for a processor within two seconds: caused by a busy machine, not by the attack. */
  readonly waitedMs: number
  /** Bytes in use after collecting the garbage, beyond those at the beginning. */
  readonly heapGrowth: number
  /** Bytes of the largest resident size, beyond that at the beginning. */
  readonly peakGrowth: number
}

export interface OtherClientTimes {
  readonly calls: number
  readonly failures: number
  readonly slowestMs: number
  /** Beyond what a bare server took to answer the same process. */
  readonly slowestOverFloorMs: number
}

export class MeasuredProcess<Result> {
  readonly child: ChildProcess
  stderr = ''

  /** @param before a command that starts the process */
  private constructor(args: readonly string[], before: readonly string[] = []) {
    const [file, ...rest] = [...before, process.execPath, ...args] as [string, ...string[]]
    this.child = spawn(file, rest, { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] })
    this.child.stdin?.on('error', () => {})
    this.child.stderr?.on('data', (data) => {
      this.stderr = (this.stderr + data).slice(-4_000)
    })
  }

  /** @param program file of a program, then its arguments */
  static measuring(...program: readonly string[]): MeasuredProcess<Measurement> {
    return MeasuredProcess.measuringBehind([], ...program)
  }

  /** @param before a command that starts the process @param program file of a program, then its arguments */
  static measuringBehind(before: readonly string[], ...program: readonly string[]): MeasuredProcess<Measurement> {
    return new MeasuredProcess(['--expose-gc', '--require', path.join(processes, 'measure.cjs'), ...program], before)
  }

  static async otherClient(endpoint: string, token: string): Promise<MeasuredProcess<OtherClientTimes>> {
    const other = new MeasuredProcess<OtherClientTimes>([path.join(processes, 'other-client.mjs'), endpoint, token])
    other.child.stdout?.resume()
    await once(other.child, 'message')
    return other
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  async begin(): Promise<void> {
    await this.#order('begin')
  }

  async end(): Promise<Result> {
    return (await this.#order('end')) as Result
  }

  async stop(): Promise<void> {
    if (this.hasEnded) return
    const ended = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await ended
  }

  /** @throws Error when the process ends instead */
  async #order(order: 'begin' | 'end'): Promise<unknown> {
    if (this.hasEnded) throw new Error(`the process has ended: ${this.stderr}`)
    const gone = new AbortController()
    const onExit = () => gone.abort(new Error(`the process ended: ${this.stderr}`))
    this.child.once('exit', onExit)
    try {
      const answer = once(this.child, 'message', { signal: gone.signal })
      this.child.send(order)
      return (await answer)[0]
    } finally {
      this.child.off('exit', onExit)
    }
  }
}
