/**
 * OBS: what Gatehouse does with the OBS of a streamer, as the settings say.
 *
 * Enforces invariant 8 on a stream: when a stream or recording starts, or runs already when OBS is found, stream-safe mode
 * turns on. It is never switched off here. Enforces invariant 2: off by default, and without a password nothing is tried.
 */
import type { Settings } from '@shared/program/settings.js'
import type {
  ObsConnectionState,
  ObsOutput,
  ObsRefusalKind,
  ObsState,
  OverlayAdded,
  ReplaySaved,
  StreamSafeTurn,
} from '@shared/streaming/obs.js'
import type { AppLanguage } from '@shared/text/language.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { OpenTextSocket } from '../../network/text-socket.js'
import { Chapters, chapterOf, markIn } from './chapters.js'
import { type ConnectionPhase, ObsConnection } from './obs-connection.js'
import { type ObsCall, ObsRefusal, obsCodes, shownIn } from './obs-requests.js'
import { Outputs } from './outputs.js'
import { placeOverlay } from './overlay-source.js'

/** Milliseconds in which changes are merged into one notification. */
const mergeMs = 100
/** Milliseconds for OBS to say that the replay is written. */
export const replayWithinMs = 10_000

export interface ObsDependencies {
  readonly settings: { get(): Pick<Settings, 'obs'>; onDidChange(listener: () => void): () => void }
  readonly stream: { readonly on: boolean; turn(on: boolean): boolean; readonly language: AppLanguage }
  readonly password: () => string | undefined
  /** Switches the overlay on, and gives its address with its key; undefined when it cannot be opened. */
  readonly overlayAddress: () => Promise<{ readonly address: string; readonly isNew: boolean } | undefined>
  readonly dial: OpenTextSocket
  readonly clock: Clock
  readonly log: Log
  /** 0 up to 1. */
  readonly chance: () => number
}

export class Obs {
  readonly #deps: ObsDependencies
  readonly #connection: ObsConnection
  readonly #outputs: Outputs
  readonly #chapters: Chapters
  readonly #onDidChange = new Emitter<void>()
  readonly #onDidTurn = new Emitter<StreamSafeTurn>()
  readonly #onDidSaveReplay = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on
  /** Stream-safe mode turned on, or could not, because of OBS. */
  readonly onDidTurn = this.#onDidTurn.on
  readonly #endFollowing: () => void
  #used: { readonly address: string | undefined; readonly streamSafe: boolean }
  #version = ''
  #turned: StreamSafeTurn | undefined
  #said = ''
  #cancelEmit: (() => void) | undefined

  constructor(deps: ObsDependencies) {
    this.#deps = deps
    const changed = () => this.#changed()
    this.#outputs = new Outputs({ clock: deps.clock, onStart: (output) => this.#started(output), onChange: changed })
    this.#connection = new ObsConnection({
      ...deps,
      prepare: (call) => this.#prepare(call),
      onEvent: (name, data) => {
        if (name === 'ReplayBufferSaved') this.#onDidSaveReplay.emit()
        else this.#outputs.receive(name, data)
      },
      onPhase: (phase) => this.#passed(phase),
    })
    this.#chapters = new Chapters({
      clock: deps.clock,
      call: () => this.#connection.call,
      isWriting: () => this.#outputs.isWriting,
      onChange: changed,
    })
    this.#used = { address: undefined, streamSafe: false }
    this.#apply()
    this.#endFollowing = deps.settings.onDidChange(() => this.#apply())
  }

  get state(): ObsState {
    const startedAt = this.#streamStartedAt
    return {
      connection: this.#connectionState,
      ...(this.#turned && { turned: this.#turned }),
      ...(startedAt && { streamStartedAt: startedAt }),
      hasPassword: this.#deps.password() !== undefined,
    }
  }

  get #streamStartedAt(): string | undefined {
    const { streamStartedAt } = this.#outputs
    if (streamStartedAt === undefined) return undefined
    const { clock } = this.#deps
    return new Date(clock.now().getTime() - (clock.elapsed() - streamStartedAt)).toISOString()
  }

  /** Connects now, also where it waited for a person: they changed the password, or want to see. */
  connect(): void {
    this.#connection.use(this.#used.address)
  }

  async addOverlay(): Promise<OverlayAdded> {
    const { phase } = this.#connection
    if (phase.kind !== 'connected') return { kind: 'not-connected' }
    if (!phase.isHere) return { kind: 'elsewhere' }
    const overlay = await this.#deps.overlayAddress()
    if (!overlay) return { kind: 'no-overlay' }
    try {
      return { ...(await placeOverlay(this.#connection.call, overlay.address)), isNewAddress: overlay.isNew }
    } catch (refusal) {
      const { kind, code } = refusedBy(refusal)
      this.#deps.log.warn('OBS did not take the overlay', { code })
      return { kind: code === obsCodes.invalidKind ? 'no-browser' : kind }
    }
  }

  /** Done when OBS says that the file is written. */
  async saveReplay(): Promise<ReplaySaved> {
    if (this.#connection.phase.kind !== 'connected') return { kind: 'not-connected' }
    const { clock } = this.#deps
    let end = (): void => {}
    const saved = new Promise<ReplaySaved>((resolve) => {
      const stops = [
        this.#onDidSaveReplay.on(() => resolve({ kind: 'saved' })),
        clock.after(replayWithinMs, () => resolve({ kind: 'unconfirmed' })),
      ]
      end = () => stops.forEach((stop) => void stop())
    })
    try {
      await this.#connection.call('SaveReplayBuffer')
      return await saved
    } catch (refusal) {
      const { kind, code } = refusedBy(refusal)
      if (code === obsCodes.notRunning) return { kind: 'not-running' }
      return { kind: code === obsCodes.invalidState ? 'unavailable' : kind }
    } finally {
      end()
    }
  }

  /** An AI has acted: a chapter, where the owner wants chapters. */
  acted(capabilityId: string): void {
    if (this.#deps.settings.get().obs.chapters) void this.#chapters.add(chapterOf(capabilityId, this.#language))
  }

  /** @returns whether the recording has the mark */
  mark(): Promise<boolean> {
    return this.#chapters.add(markIn(this.#language))
  }

  async stop(): Promise<void> {
    this.#endFollowing()
    this.#cancelEmit?.()
    this.#cancelEmit = () => {}
    this.#connection.use(undefined)
  }

  get #language(): AppLanguage {
    return this.#deps.stream.language
  }

  get #connectionState(): ObsConnectionState {
    const { phase } = this.#connection
    if (phase.kind !== 'connected') return phase
    return {
      kind: 'connected',
      version: this.#version,
      streaming: this.#outputs.isOn('stream'),
      recording: this.#outputs.isOn('recording'),
      replay: this.#outputs.replay,
      chapters: this.#chapters.support,
    }
  }

  #apply(): void {
    const { enabled, address, streamSafe } = this.#deps.settings.get().obs
    const before = this.#used
    this.#used = { address: enabled ? address : undefined, streamSafe }
    if (this.#used.address !== before.address) this.#connection.use(this.#used.address)
    if (before.streamSafe || this.#connection.phase.kind !== 'connected') return
    for (const output of ['stream', 'recording'] as const) if (this.#outputs.isOn(output)) this.#turnSafe(output)
  }

  async #prepare(call: ObsCall): Promise<void> {
    const version = await call('GetVersion')
    const { availableRequests } = version
    this.#version = shownIn(version, 'obsVersion', 24)
    this.#chapters.connected(Array.isArray(availableRequests) && availableRequests.includes('CreateRecordChapter'))
    await this.#outputs.read(call)
  }

  #started(output: ObsOutput): void {
    if (output === 'recording') this.#chapters.recordingStarted()
    this.#turnSafe(output)
  }

  #turnSafe(output: ObsOutput): void {
    const { stream, settings, clock, log } = this.#deps
    if (stream.on || !settings.get().obs.streamSafe) return
    stream.turn(true)
    this.#turned = { by: output, at: clock.now().toISOString(), result: stream.on ? 'switched' : 'unsaved' }
    log.warn('stream-safe mode was to turn on because of OBS', { output, result: this.#turned.result })
    this.#onDidTurn.emit(this.#turned)
    this.#changed()
  }

  #passed(phase: ConnectionPhase): void {
    const { log } = this.#deps
    const said = phase.kind === 'failed' ? phase.problem : phase.kind
    if (said !== this.#said && phase.kind === 'failed') log.warn('no connection to OBS', { problem: phase.problem })
    if (said !== this.#said && phase.kind === 'connected') log.info('connected to OBS', { version: this.#version })
    if (phase.kind !== 'connecting') this.#said = said
    this.#changed()
  }

  #changed(): void {
    this.#cancelEmit ??= this.#deps.clock.after(mergeMs, () => {
      this.#cancelEmit = undefined
      this.#onDidChange.emit()
    })
  }
}

function refusedBy(refusal: unknown): { readonly kind: ObsRefusalKind; readonly code: number } {
  if (!(refusal instanceof ObsRefusal)) throw refusal
  const { code } = refusal
  return { kind: code === obsCodes.notReady ? 'busy' : code === 0 ? 'no-answer' : 'refused', code }
}
