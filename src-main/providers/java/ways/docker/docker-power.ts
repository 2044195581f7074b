/**
 * Docker power: starts and stops a container.
 *
 * A stop waits as long as the server may need to save: Docker's ten seconds would end it in the middle.
 */

import type { PowerState } from '@shared/servers/server-way.js'
import type { Clock, Log } from '../../../../gateway/ports/runtime.js'
import type { Power } from '../../ports.js'
import { explainDocker } from './docker-failure.js'
import type { DockerEngine } from './engine.js'
import { asContainerProblem } from './run-program.js'
import { stateOf, stopSecondsOf } from './server-container.js'

/** Milliseconds in which Docker refuses an order that it does not take. */
const refusalMs = 2_000

export interface DockerPowerOptions {
  readonly clock: Clock
  readonly log: Log
  readonly engine: () => Promise<DockerEngine>
  readonly container: string
}

export class DockerPower implements Power {
  readonly tellsCrashes = true
  readonly #options: DockerPowerOptions
  #running: 'start' | 'stop' | 'restart' | undefined

  constructor(options: DockerPowerOptions) {
    this.#options = options
  }

  async state(signal?: AbortSignal): Promise<PowerState> {
    try {
      const engine = await this.#options.engine()
      const state = stateOf(await engine.inspect(this.#options.container, signal))
      return this.#running && this.#running !== 'start' && state === 'running' ? 'stopping' : state
    } catch {
      return 'unknown'
    }
  }

  start(): Promise<void> {
    return this.#order('start')
  }

  stop(): Promise<void> {
    return this.#order('stop')
  }

  restart(): Promise<void> {
    return this.#order('restart')
  }

  /** The connection stays open until the order is done: some engines give up with it. */
  async #order(order: 'start' | 'stop' | 'restart'): Promise<void> {
    const { clock, log, container } = this.#options
    const engine = await this.#options.engine()
    const found = await engine.inspect(container).catch(asContainerProblem)
    this.#running = order
    const done = engine
      .power(found.Id, order, stopSecondsOf(found))
      .catch(asContainerProblem)
      .finally(() => {
        this.#running = undefined
      })
    let isTaken = false
    done.catch((error) => {
      const { code } = explainDocker(error).error
      if (isTaken) log.warn('Docker did not do what was ordered', { container, order, code })
    })
    let cancel = () => {}
    const taken = new Promise<void>((resolve) => {
      cancel = clock.after(refusalMs, resolve)
    })
    await Promise.race([done, taken]).finally(cancel)
    isTaken = true
  }
}
