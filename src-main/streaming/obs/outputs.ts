/**
 * Outputs: whether OBS streams, records and keeps a replay.
 *
 * `outputActive` of OBS is false while an output starts, is paused or reconnects, although viewers see it or are about
 * to: the state decides. An output that started before the connection was lost does not start a second time, so that what
 * a person switched off since stays off.
 */
import type { ObsOutput } from '@shared/streaming/obs.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { isTrue, type Members, numberIn, type ObsCall, ObsRefusal, obsCodes } from './obs-requests.js'

/** Milliseconds between two estimates of one start. */
const sameStartMs = 15_000
const maxDurationMs = 366 * 86_400_000

/** `ObsOutputState` → whether the output is on the way to viewers or to a file; one that stops has no news. */
const isOnIn: Readonly<Record<string, boolean>> = {
  OBS_WEBSOCKET_OUTPUT_STARTING: true,
  OBS_WEBSOCKET_OUTPUT_STARTED: true,
  OBS_WEBSOCKET_OUTPUT_RECONNECTING: true,
  OBS_WEBSOCKET_OUTPUT_RECONNECTED: true,
  OBS_WEBSOCKET_OUTPUT_PAUSED: true,
  OBS_WEBSOCKET_OUTPUT_RESUMED: true,
  OBS_WEBSOCKET_OUTPUT_STOPPED: false,
}

const outputOf: Readonly<Record<string, ObsOutput>> = {
  StreamStateChanged: 'stream',
  RecordStateChanged: 'recording',
}

export interface OutputsOptions {
  readonly clock: Pick<Clock, 'elapsed'>
  readonly onStart: (output: ObsOutput) => void
  readonly onChange: () => void
}

export class Outputs {
  readonly #options: OutputsOptions
  readonly #on = { stream: false, recording: false }
  /** Of `clock.elapsed()`. */
  readonly #startedAt: { stream?: number; recording?: number } = {}
  #isPaused = false
  replay: 'running' | 'stopped' | 'unavailable' = 'unavailable'

  constructor(options: OutputsOptions) {
    this.#options = options
  }

  isOn(output: ObsOutput): boolean {
    return this.#on[output]
  }

  /** When the last stream started, of `clock.elapsed()`. */
  get streamStartedAt(): number | undefined {
    return this.#startedAt.stream
  }

  /** A file is being written now. */
  get isWriting(): boolean {
    return this.#on.recording && !this.#isPaused
  }

  /** Reads all of them. Rejects with an `ObsRefusal`. */
  async read(call: ObsCall): Promise<void> {
    const [stream, recording] = await Promise.all([call('GetStreamStatus'), call('GetRecordStatus')])
    this.replay = await replayIn(call)
    this.#isPaused = isTrue(recording, 'outputPaused')
    this.#found('stream', stream)
    this.#found('recording', recording)
    this.#options.onChange()
  }

  /** Takes an event; others than those of outputs have no effect. */
  receive(name: string, data: Members): void {
    const state = typeof data.outputState === 'string' ? data.outputState : ''
    if (state === 'OBS_WEBSOCKET_OUTPUT_STOPPING') return
    const isOn = Object.hasOwn(isOnIn, state) ? isOnIn[state] === true : isTrue(data, 'outputActive')
    if (name === 'ReplayBufferStateChanged') this.replay = isOn ? 'running' : 'stopped'
    else if (Object.hasOwn(outputOf, name)) {
      const output = outputOf[name] as ObsOutput
      if (output === 'recording') this.#isPaused = state === 'OBS_WEBSOCKET_OUTPUT_PAUSED'
      this.#changed(output, isOn, this.#options.clock.elapsed())
    } else return
    this.#options.onChange()
  }

  #found(output: ObsOutput, status: Members): void {
    const isOn = isTrue(status, 'outputActive') || isTrue(status, 'outputReconnecting')
    const startedAt = this.#options.clock.elapsed() - (numberIn(status, 'outputDuration', maxDurationMs) ?? 0)
    const known = this.#startedAt[output]
    if (isOn && known !== undefined && Math.abs(known - startedAt) < sameStartMs) this.#on[output] = true
    else if (isOn) {
      this.#on[output] = false
      this.#changed(output, true, startedAt)
    } else this.#on[output] = false
  }

  #changed(output: ObsOutput, isOn: boolean, startedAt: number): void {
    const wasOn = this.#on[output]
    this.#on[output] = isOn
    if (!isOn || wasOn) return
    this.#startedAt[output] = startedAt
    this.#options.onStart(output)
  }
}

/** OBS answers 604 where the replay buffer is not switched on in its settings. */
async function replayIn(call: ObsCall): Promise<Outputs['replay']> {
  try {
    return isTrue(await call('GetReplayBufferStatus'), 'outputActive') ? 'running' : 'stopped'
  } catch (refusal) {
    if (refusal instanceof ObsRefusal && refusal.code === obsCodes.invalidState) return 'unavailable'
    throw refusal
  }
}
