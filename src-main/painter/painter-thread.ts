/**
 * Painter thread: paints in a thread of its own, one scene after the other, so that a large one delays no call.
 *
 * Bounded: the number of scenes that wait, and the processor time of one. A scene is copied: who asked keeps its blocks.
 */
import type { ErrorCode } from '@contract/error-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { Clock } from '../gateway/ports/runtime.js'
import { JobThread } from '../threads/job-thread.js'
import type { Painter, Painting, PaintOptions, Scene } from './painter.js'

export interface PaintJob {
  readonly scene: Scene
  readonly options: PaintOptions
}

export type PaintAnswer =
  | { readonly painting: Painting }
  | { readonly refused: { readonly code: ErrorCode; readonly message: string; readonly suggestion: string } }

export interface PainterOptions {
  /** Absolute path of the program of the thread, a self-contained CommonJS file. */
  readonly program: string
  readonly clock: Clock
  /** Maximum milliseconds of processor time of one picture. */
  readonly limitMs?: number
}

/** Pictures that wait; each may hold eight megabytes of blocks. */
const mostWaiting = 16
const defaultLimitMs = 10_000
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

export class PainterThread implements Painter {
  readonly #thread: JobThread<PaintJob, PaintAnswer>

  constructor(options: PainterOptions) {
    this.#thread = new JobThread({ limitMs: defaultLimitMs, ...options, name: 'painter', resourceLimits })
  }

  async paint(scene: Scene, options: PaintOptions, signal?: AbortSignal): Promise<Painting> {
    if (this.#thread.waiting >= mostWaiting) throw new GatewayError('SYSTEM.RATE_LIMITED', busy)
    const result = await this.#thread.run({ scene: withOwnBlocks(scene), options }, signal)
    signal?.throwIfAborted()
    switch (result.kind) {
      case 'done':
        if ('painting' in result.answer) return result.answer.painting
        throw new GatewayError(result.answer.refused.code, result.answer.refused)
      case 'too-long':
        throw new GatewayError('SYSTEM.TIMEOUT', { message: 'The picture took too long.', suggestion: smaller })
      case 'too-much-memory':
        throw new GatewayError('BUSINESS.OPERATION_FAILED', {
          message: 'The picture needs too much memory.',
          suggestion: smaller,
        })
      case 'failed':
        throw new GatewayError('SYSTEM.INTERNAL_ERROR', { cause: new Error(result.reason) })
      default:
        throw new GatewayError('SYSTEM.MAINTENANCE')
    }
  }

  stop(): Promise<void> {
    return this.#thread.stop()
  }
}

const busy = { message: 'Too many pictures are waiting.', suggestion: 'Try again in a few seconds.' }
const smaller = 'Ask for a smaller area.'

/** A view of a larger array would be sent with all of it. */
const withOwnBlocks = (scene: Scene): Scene =>
  scene.indices.byteLength === scene.indices.buffer.byteLength ? scene : { ...scene, indices: scene.indices.slice() }
