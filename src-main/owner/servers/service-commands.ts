/**
 * Service commands: runs the service commands of the command line.
 *
 * Enforces invariant 6: nothing is accepted here. An added service waits for a person like any other.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { ServicesView } from '@shared/servers/service.js'
import type { ImportPreview, ImportSource } from '@shared/servers/service-import.js'
import type { ServiceImports } from '../../connect/import/service-imports.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { maskedDraft } from '../../policy/services/draft-keys.js'
import type { ServiceCommand } from '../../storage/service-command.js'
import type { ServiceRepository } from './service-repository.js'

export interface ServiceOutcome {
  /** False when a key is only in memory. */
  readonly remembered: boolean
  readonly data?: ServicesView | readonly string[] | ImportReport | SignInPage
}

export interface SignInPage {
  readonly address: string
}

export interface ImportReport {
  readonly source: ImportSource
  readonly preview?: ImportPreview
  /** Names of the services that were moved. */
  readonly services?: readonly string[]
}

export interface ServiceCommandDependencies {
  readonly repository: ServiceRepository
  /** Only a desktop has clients. */
  readonly imports?: ServiceImports
  readonly clock: Clock
  readonly log: Log
}

/** A terminal, its history and scripts get no keys, not even those that a person wrote into the file. */
const masked = ({ services, ...view }: ServicesView): ServicesView => ({
  ...view,
  services: services.map(({ draft, ...service }) => ({ ...service, ...(draft && { draft: maskedDraft(draft) }) })),
})

/** Milliseconds the command line waits for a service to start. */
const waitTimeoutMs = 5_000

/** @returns a function that runs a command. It throws a GatewayError when it can't be done */
export function createServiceCommands({ repository, imports, clock, log }: ServiceCommandDependencies) {
  return async (order: ServiceCommand): Promise<ServiceOutcome> => {
    switch (order.act) {
      case 'list':
        return { remembered: true, data: masked(repository.view()) }
      case 'add':
        return { remembered: repository.add(order.name, order.draft) }
      case 'remove':
        repository.remove(order.name)
        return { remembered: true }
      case 'log':
        return { remembered: true, data: repository.log(order.name) }
      case 'sign-in':
        return { remembered: true, data: { address: await repository.signIn(order.name) } }
      case 'sign-out':
        await repository.signOut(order.name)
        return { remembered: true }
      case 'import':
      case 'undo-import':
        return { remembered: true, data: await moved(order) }
      default:
        await atMost(repository[order.act](order.name))
        return { remembered: true }
    }
  }

  async function moved(order: Extract<ServiceCommand, { file: string }>): Promise<ImportReport> {
    if (!imports) {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'Only the desktop app can move services of a client.',
        suggestion: 'Start the desktop app, then try again.',
      })
    }
    const { act, file, confirmed } = order
    const source = imports.sources().find(({ program }) => program === file) ?? imports.choose(file)
    const names = source.entries.flatMap(({ name, stays }) => (stays === undefined ? [name] : []))
    if (act === 'undo-import') {
      if (!confirmed) return { source, preview: await imports.previewRevert(source.file) }
      await imports.undo(source.file)
      return { source }
    }
    if (names.length === 0) return { source }
    const preview = await imports.preview(source.file, names)
    if (!confirmed) return { source, preview }
    return { source, services: await imports.run(source.file, names, preview.expected) }
  }

  /** A later end is shown by its state. */
  function atMost(doing: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(waitTimeoutMs, resolve)
      doing
        .then(resolve, (error: unknown) => {
          log.warn('a command for a service failed', { error: `${error}` })
          reject(error)
        })
        .finally(cancel)
    })
  }
}
