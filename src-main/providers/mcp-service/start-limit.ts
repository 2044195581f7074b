/**
 * Start limit: how long a service may take until its tools are listed. See docs/protocol.md#services-lifecycle.
 *
 * The first start of a program may download it, so it gets longer. A changed definition is a first start again.
 */
import { canonical } from '@contract/json/canonical-json.js'
import type { ServiceConfig, ServiceStarting } from '@shared/servers/service.js'

/** Milliseconds: of a start, and of a program that has not started with this definition yet. */
export const startLimits = { usual: 30_000, first: 120_000 }

/** Folders may change while a service runs. */
export const withoutRoots = ({ roots: _roots, ...rest }: ServiceConfig): string => canonical(rest)

export class StartLimit {
  /** The definition that started. */
  #started: string | undefined

  of(config: ServiceConfig): Pick<ServiceStarting, 'limitMs' | 'isFirst'> {
    const isProgram = config.type === 'stdio' || config.type === 'embedded'
    const isNew = isProgram && this.#started !== withoutRoots(config)
    const limitMs = config.startTimeout ?? (isNew ? startLimits.first : startLimits.usual)
    // A module is on this computer.
    return { limitMs, isFirst: isNew && config.type === 'stdio' }
  }

  succeeded(config: ServiceConfig): void {
    this.#started = withoutRoots(config)
  }
}
