/**
 * Service orders: what the command line asks of services, carried out by the program that runs.
 *
 * Guards invariant 6: nothing is accepted here. A service that is added waits for a person like any other.
 */
import type { ServiceImports } from './connect/import/service-imports.js'
import { GatewayError } from './contract/gateway-error.js'
import type { ServicesView } from './contract/service.js'
import type { ImportPreview, ImportSource } from './contract/service-import.js'
import type { Clock, Log } from './gateway/ports.js'
import type { ServiceBook } from './service-book.js'
import type { ServiceOrder } from './storage/service-order.js'

/** What an order comes to. */
export interface ServiceOutcome {
  /** False when a key ends with the program. */
  readonly remembered: boolean
  readonly data?: ServicesView | readonly string[] | ImportReport | SignInPage
}

/** Where a person signs in. */
export interface SignInPage {
  readonly address: string
}

export interface ImportReport {
  readonly source: ImportSource
  readonly preview?: ImportPreview
  /** Names of the services that were moved. */
  readonly services?: readonly string[]
}

export interface ServiceOrderParts {
  readonly book: ServiceBook
  /** Only a desktop has clients. */
  readonly imports?: ServiceImports
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds: who knocks does not wait longer for a service to start. */
const patienceMs = 5_000

/** @returns what carries an order out. It throws a GatewayError when it can't be done */
export function createServiceOrders({ book, imports, clock, log }: ServiceOrderParts) {
  return async (order: ServiceOrder): Promise<ServiceOutcome> => {
    switch (order.act) {
      case 'list':
        return { remembered: true, data: book.view() }
      case 'add':
        return { remembered: book.add(order.name, order.draft) }
      case 'remove':
        book.remove(order.name)
        return { remembered: true }
      case 'log':
        return { remembered: true, data: book.log(order.name) }
      case 'sign-in':
        return { remembered: true, data: { address: await book.signIn(order.name) } }
      case 'sign-out':
        await book.signOut(order.name)
        return { remembered: true }
      case 'import':
      case 'undo-import':
        return { remembered: true, data: await moved(order) }
      default:
        await atMost(book[order.act](order.name))
        return { remembered: true }
    }
  }

  async function moved(order: Extract<ServiceOrder, { file: string }>): Promise<ImportReport> {
    if (!imports) {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'Only the desktop program moves services of a client.',
        suggestion: 'Start Gatehouse on the desktop, then try again.',
      })
    }
    const { act, file, confirmed } = order
    const source = imports.sources().find(({ program }) => program === file) ?? imports.choose(file)
    const names = source.entries.flatMap(({ name, stays }) => (stays === undefined ? [name] : []))
    if (act === 'undo-import') {
      if (!confirmed) return { source, preview: await imports.previewBack(source.file) }
      await imports.undo(source.file)
      return { source }
    }
    if (names.length === 0) return { source }
    const preview = await imports.preview(source.file, names)
    if (!confirmed) return { source, preview }
    return { source, services: await imports.run(source.file, names, preview.expected) }
  }

  /** How it ends later is shown by its state. */
  function atMost(doing: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(patienceMs, resolve)
      doing
        .then(resolve, (error: unknown) => {
          log.warn('an order about a service failed', { error: `${error}` })
          reject(error)
        })
        .finally(cancel)
    })
  }
}
