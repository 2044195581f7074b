/**
 * Neuro: the AI VTuber of the settings, with its own client, connection and actions.
 *
 * Enforces invariant 2: an AI whose client is revoked or unknown is not connected.
 */
import { EventEmitter, setMaxListeners } from 'node:events'
import type { NeuroSettings, NeuroState, NeuroTest } from '@shared/features/neuro.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { AuthenticatedClient } from '../../gateway/ports/client-access.js'
import type { Closable } from '../../gateway/ports/connections.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { callerOf } from '../../network/http/authenticated-client.js'
import type { ToolCaller } from '../spoken/tool-caller.js'
import { dialNeuro, NeuroConnection, testNeuro } from './neuro-connection.js'
import { NeuroGame } from './neuro-game.js'

export interface NeuroOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly log: Log
  readonly face: ToolCaller
  readonly isOwnTool: (name: string) => boolean
  /** 0 up to 1; jitter between programs. */
  readonly chance: () => number
  readonly language: () => AppLanguage
  /** Current settings. */
  readonly settings: () => NeuroSettings | undefined
  /** Undefined when the client does not exist any more. */
  readonly authenticatedClientOf: (id: string) => AuthenticatedClient | undefined
  /** Called at the first message of a connection; `use` closes when the connection ends. */
  readonly onUse?: (id: string, use: Closable) => void
}

interface RunningNeuro {
  readonly id: string
  readonly address: string
  readonly game: NeuroGame
  readonly connection: NeuroConnection
  readonly stop: () => Promise<void>
  settings: NeuroSettings
  name: string
  /** ISO 8601. */
  since: string
}

/** Milliseconds in which changes are merged. */
const mergeMs = 200

export class Neuro {
  readonly #options: NeuroOptions
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on
  readonly #endRights: () => void
  #running: RunningNeuro | undefined
  #cancelEmit: (() => void) | undefined
  #cancelRefresh: (() => void) | undefined
  #isStopped = false

  constructor(options: NeuroOptions) {
    this.#options = options
    this.#endRights = options.gateway.onDidChangeRights(() => this.#refreshSoon())
  }

  /** Applies the settings, and what the servers offer. */
  apply(): void {
    if (this.#isStopped) return
    const settings = this.#options.settings()
    const authenticated = settings && this.#options.authenticatedClientOf(settings.id)
    const before = this.#running
    if (before && (!authenticated || settings.id !== before.id || settings.address !== before.address)) {
      this.#running = undefined
      void before.stop()
    }
    if (settings && authenticated) {
      const running = this.#running ?? this.#create(settings, authenticated)
      this.#running = running
      running.settings = settings
      running.name = authenticated.client.name ?? settings.id
      const isPaused = running.connection.status.phase === 'paused'
      if (settings.enabled && isPaused) running.connection.start()
      if (!settings.enabled && !isPaused) {
        running.game.leave()
        void running.connection.stop()
      }
    }
    this.#refreshSoon()
    this.#emitChange()
  }

  state(): NeuroState | undefined {
    const running = this.#running
    if (!running) return undefined
    const { game, connection, settings, name, since } = running
    const { phase, ...rest } = connection.status
    return {
      ...settings,
      name,
      phase: phase === 'connected' && game.hasEnded ? 'ended' : phase,
      ...rest,
      since,
      ...(game.character !== undefined && { character: game.character }),
      ...(game.last && { last: game.last }),
      waiting: game.waiting,
      ...game.choices(),
    }
  }

  /** Connects now, also while it waits for the next attempt. */
  connect(): void {
    if (this.#running?.settings.enabled) this.#running.connection.start()
  }

  test(address: string): Promise<NeuroTest> {
    const { clock } = this.#options
    return testNeuro(address, { dial: dialNeuro(clock), clock })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endRights()
    this.#cancelEmit?.()
    this.#cancelEmit = () => {}
    this.#cancelRefresh?.()
    this.#cancelRefresh = () => {}
    const running = this.#running
    this.#running = undefined
    await running?.stop()
  }

  #create(settings: NeuroSettings, authenticated: AuthenticatedClient): RunningNeuro {
    const { clock, log, chance } = this.#options
    const { id, address } = settings
    let running: RunningNeuro | undefined
    let endUse: (() => void) | undefined
    let logged = ''
    const game = new NeuroGame({
      ...this.#options,
      caller: callerOf(authenticated, { says: undefined, otherwise: 'An AI VTuber' }),
      settings: () => running?.settings ?? settings,
      send: (text) => running?.connection.send(text),
      onChange: () => this.#emitChange(),
    })
    const connection = new NeuroConnection({
      address,
      dial: dialNeuro(clock),
      clock,
      chance,
      onOpen: () => game.opened(),
      onText: (text) => {
        endUse ??= this.#noteUse(id)
        game.receive(text)
      },
      onChange: ({ phase, reason }) => {
        if (phase !== 'connected') {
          game.closed()
          endUse?.()
          endUse = undefined
        }
        // It is tried again and again while the AI does not play.
        const said = phase === 'connecting' ? logged : `${phase} ${reason ?? ''}`
        if (said !== logged)
          log.info('the program of an AI VTuber', { id, phase, ...(reason !== undefined && { reason }) })
        logged = said
        if (running) running.since = clock.now().toISOString()
        this.#emitChange()
      },
    })
    const end = (): void => this.apply()
    setMaxListeners(0, authenticated.revoked)
    authenticated.revoked.addEventListener('abort', end, { once: true })
    running = {
      ...{ id, address, game, connection, settings },
      name: authenticated.client.name ?? id,
      since: clock.now().toISOString(),
      async stop() {
        authenticated.revoked.removeEventListener('abort', end)
        game.leave()
        await connection.stop()
      },
    }
    return running
  }

  /** A client counts as used when its first message arrives; an open socket is not enough. */
  #noteUse(id: string): () => void {
    const use = new EventEmitter()
    this.#options.onUse?.(id, use)
    return () => void use.emit('close')
  }

  #refreshSoon(): void {
    this.#cancelRefresh ??= this.#options.clock.after(mergeMs, () => {
      this.#cancelRefresh = undefined
      this.#running?.game.refresh()
      this.#emitChange()
    })
  }

  #emitChange(): void {
    this.#cancelEmit ??= this.#options.clock.after(mergeMs, () => {
      this.#cancelEmit = undefined
      this.#onDidChange.emit()
    })
  }
}
