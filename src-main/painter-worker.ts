/** The painter worker: a thread that paints one scene after the other. */
import { parentPort } from 'node:worker_threads'
import { GatewayError } from '@contract/gateway-error.js'
import { paint } from './painter/paint.js'
import type { PaintAnswer, PaintJob } from './painter/painter-thread.js'
import type { JobMessage } from './threads/job-thread.js'

const say = (message: JobMessage<PaintAnswer>, transfer: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer)

parentPort?.on('message', ({ scene, options }: PaintJob) => {
  const answer = answerTo(scene, options)
  say({ kind: 'done', answer }, 'painting' in answer ? [answer.painting.png.buffer] : [])
})
say({ kind: 'ready' })

/** A bug ends the thread; a scene that cannot be painted does not. */
function answerTo(scene: PaintJob['scene'], options: PaintJob['options']): PaintAnswer {
  try {
    return { painting: paint(scene, options) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { refused: { code: error.code, message: error.message, suggestion: error.suggestion } }
  }
}
