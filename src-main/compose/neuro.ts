/** Compose Neuro: the AI VTuber of the settings, with a client of its own. */

import { GatewayError } from '@contract/gateway-error.js'
import { checkNeuroAddress, type NeuroSettings, type NewNeuro } from '@shared/features/neuro.js'
import type { AppLanguage } from '@shared/text/language.js'
import { createToolCaller } from '../consumers/mcp/tool-caller.js'
import { ownToolNames } from '../consumers/mcp/tool-name.js'
import { Neuro } from '../consumers/neuro/neuro.js'
import type { ConnectedClients } from '../gateway/clients/connected-clients.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { NeuroAccess } from '../owner/orders/features.js'
import type { ClientService } from '../storage/client-service.js'
import type { SettingsStore } from '../storage/settings-store.js'

export interface ComposeNeuroOptions {
  readonly gateway: Gateway
  readonly settings: SettingsStore
  readonly clients: ClientService
  readonly connectedClients: ConnectedClients
  readonly clock: Clock
  readonly log: Log
  readonly language: () => AppLanguage
}

export interface ComposedNeuro extends NeuroAccess {
  onDidChange(listener: () => void): () => void
  /** Plays at an address of the command line; with the client of the last start. @throws GatewayError */
  serve(address: string): void
  stop(): Promise<void>
}

/** Of the client, when the command line adds it. */
const usualName = 'AI VTuber'

export function composeNeuro(options: ComposeNeuroOptions): ComposedNeuro {
  const { gateway, settings, clients, connectedClients, clock, log, language } = options
  const face = createToolCaller(gateway, clock, log)
  const neuro = new Neuro({
    ...{ gateway, clock, log, face, language },
    chance: Math.random,
    isOwnTool: (name) => ownToolNames.has(name),
    settings: () => settings.get().neuro ?? undefined,
    authenticatedClientOf: (id) => clients.authenticatedClientOf(id),
    onUse(id, use) {
      clients.touched(id)
      connectedClients.noteActivity({ clientId: id }, use)
    },
  })
  const apply = (): void => neuro.apply()
  const ends = [settings.onDidChange(apply), clients.onDidChange(apply), face.onDidChange(apply)]
  neuro.apply()

  function write(next: NeuroSettings | null): void {
    if (!settings.change({ neuro: next })) throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
  }
  function known(): NeuroSettings {
    const { neuro: now } = settings.get()
    if (!now) throw new GatewayError('PROTOCOL.INVALID_REQUEST', none)
    return now
  }
  function checked(text: string): string {
    const result = checkNeuroAddress(text)
    if (result.ok) return result.address
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', { ...badAddress, details: { problem: result.problem } })
  }
  function add({ name, address: text }: NewNeuro): void {
    const address = checked(text)
    const before = settings.get().neuro
    if (before && clients.authenticatedClientOf(before.id)) throw new GatewayError('PROTOCOL.INVALID_REQUEST', onlyOne)
    const { client } = clients.add({ name })
    try {
      write({ id: client.id, address, enabled: true, events: true })
    } catch (error) {
      clients.revoke(client.id)
      throw error
    }
  }

  return {
    state: () => neuro.state() ?? null,
    onDidChange: neuro.onDidChange,
    add,
    change({ tools, address, ...change }) {
      const { tools: before, ...rest } = known()
      const chosen = tools === undefined ? before : (tools ?? undefined)
      const place = address === undefined ? {} : { address: checked(address) }
      write({ ...rest, ...change, ...place, ...(chosen && { tools: chosen }) })
    },
    remove() {
      const { id } = known()
      write(null)
      if (clients.authenticatedClientOf(id)) clients.revoke(id)
    },
    connect() {
      known()
      neuro.connect()
    },
    async test(text) {
      return neuro.test(checked(text))
    },
    serve(text) {
      const before = settings.get().neuro
      if (!before || !clients.authenticatedClientOf(before.id))
        return add({ name: clients.freeName(usualName), address: text })
      write({ ...before, address: checked(text), enabled: true })
    },
    async stop() {
      for (const end of ends) end()
      face.close()
      await neuro.stop()
    },
  }
}

const none = { message: 'There is no AI VTuber.', suggestion: 'Add it first.' }
const onlyOne = { message: 'There is already an AI VTuber.', suggestion: 'Remove it first, or change its address.' }
const badAddress = {
  message: 'This is not the address of an AI VTuber.',
  suggestion: 'Enter an address such as ws://localhost:8000.',
}
