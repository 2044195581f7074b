/**
 * Run program: runs a program in a running container, without a shell, and reads all it puts out, within a bound.
 *
 * The way of `docker exec`. When the wait ends before the program, the program runs on.
 */

import type { Clock } from '../../../../gateway/ports/runtime.js'
import { closedDuringCall, noReplyInTime, replyTooLarge } from '../../connection-failure.js'
import { DockerUnavailable } from './docker-failure.js'
import { type DockerEngine, EngineRefusal } from './engine.js'
import { FrameReader } from './frame-reader.js'

export interface ProgramRun {
  readonly argv: readonly string[]
  readonly timeoutMs: number
  /** Of output and errors together. */
  readonly mostBytes: number
}

export interface ProgramResult {
  readonly exitCode: number
  readonly output: Buffer
  readonly errors: Buffer
}

/** The container has no such program, or cannot start it. */
export const isMissingProgram = ({ exitCode }: ProgramResult): boolean => exitCode === 126 || exitCode === 127

/** @throws GatewayError; `details.mayHaveRun` is true when the program was started and its outcome is unknown */
export async function runProgram(
  engine: DockerEngine,
  clock: Clock,
  container: string,
  { argv, timeoutMs, mostBytes }: ProgramRun,
): Promise<ProgramResult> {
  const id = await engine.prepareExec(container, argv).catch(asContainerProblem)
  const ending = new AbortController()
  let isLate = false
  const cancel = clock.after(timeoutMs, () => {
    isLate = true
    ending.abort()
  })
  const frames = new FrameReader()
  const parts: Record<'output' | 'error', Buffer[]> = { output: [], error: [] }
  let size = 0
  try {
    for await (const chunk of await engine.startExec(id, ending.signal)) {
      for (const { stream, bytes } of frames.read(chunk)) {
        size += bytes.length
        if (size > mostBytes) throw replyTooLarge(mostBytes)
        parts[stream].push(bytes)
      }
    }
    // It has run: what is not known now stays unknown.
    const ended = await engine.inspectExec(id).catch((cause: unknown) => {
      throw closedDuringCall({}, cause)
    })
    const { Running: isRunning, ExitCode: exitCode } = ended
    if (isRunning || typeof exitCode !== 'number') throw closedDuringCall()
    return { exitCode, output: Buffer.concat(parts.output), errors: Buffer.concat(parts.error) }
  } catch (error) {
    if (isLate) throw noReplyInTime(timeoutMs)
    if (error instanceof EngineRefusal) return asContainerProblem(error)
    throw isFinal(error) ? error : closedDuringCall({}, error)
  } finally {
    cancel()
    ending.abort()
  }
}

const isFinal = (error: unknown): boolean => (error as { details?: { mayHaveRun?: true } }).details?.mayHaveRun === true

/** What Docker refuses did not happen. */
export function asContainerProblem(error: unknown): never {
  if (!(error instanceof EngineRefusal)) throw error
  const { status, text } = error
  if (status === 404) throw new DockerUnavailable('no-container', { text, cause: error })
  if (status === 409) throw new DockerUnavailable('container-stopped', { text, cause: error })
  throw new DockerUnavailable('engine-refused', { text, cause: error })
}
