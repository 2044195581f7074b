/** Compose gateway: the gateway with the stores, rights and settings of a profile. */
import type { Caller } from '@contract/call.js'
import { demoWorldId, demoWorldName } from '@shared/servers/server.js'
import { serviceId } from '@shared/servers/service.js'
import type { KeylessClients } from '../gateway/clients/keyless-clients.js'
import type { PeopleService } from '../gateway/clients/people.js'
import { Gateway } from '../gateway/gateway.js'
import { createModelServing } from '../gateway/model-serving.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import { practiceCaller, practiceRights } from '../gateway/practice.js'
import type { AuditService } from '../storage/audit-service.js'
import type { ClientService } from '../storage/client-service.js'
import { newestCalls } from '../storage/ended-calls.js'
import { openAskingPauseFile, openPanicFile } from '../storage/panic-file.js'
import type { SettingsStore } from '../storage/settings-store.js'
import type { Stores } from '../storage/stores.js'
import type { CapabilityValidator } from '../validation/capability-validator.js'
import { type ComposedChat, withChatRights } from './chat.js'
import type { ComposeOptions } from './composed.js'

export interface ComposeGatewayOptions extends Pick<ComposeOptions, 'profile' | 'chatKey' | 'connectionKey'> {
  readonly keyless: KeylessClients
  readonly log: Log
  readonly clock: Clock
  readonly validator: CapabilityValidator
  readonly settings: SettingsStore
  readonly audit: AuditService
  readonly clients: ClientService
  readonly stores: Stores
  readonly people: PeopleService
  /** The AI in chat, which is composed later: it needs the gateway. */
  readonly chat: () => ComposedChat['chat'] | undefined
}

export function composeGateway(options: ComposeGatewayOptions): Gateway {
  const { profile, log, clock, validator, settings, audit, clients, stores, chat, chatKey, connectionKey, keyless } =
    options
  const clientRights = (caller: Caller) => (caller.id === practiceCaller.id ? practiceRights : clients.rightsOf(caller))
  const gateway = new Gateway({
    audit: audit.log,
    clock,
    log,
    validator,
    stores,
    rightsOf: withChatRights(chat, clientRights),
    onDidChangeRights: clients.onDidChangeRights,
    quorums: () => settings.get(),
    answerPlaces: () => settings.get().answerPlaces,
    people: options.people,
    timeoutMs: () => settings.get().answerMinutes * 60_000,
    keyless,
    callLimitOf: (caller) => clients.callLimitOf(caller),
    waitOf: (caller) => clients.waitOf(caller),
    learnedWaits: clients,
    modelFor: (serverId) =>
      settings.get().serviceModels.some((name) => serviceId(name) === serverId) ? serveModel : undefined,
    governance: () => settings.get(),
    buildAreas: (server) => settings.get().buildAreas[server] ?? [],
    panic: openPanicFile(profile),
    ...(chatKey && { chatKey }),
    ...(connectionKey !== undefined && { connectionKey }),
    askingPauses: openAskingPauseFile(profile),
  })
  restoreFeed(gateway, options)
  const serveModel = createModelServing(gateway.inputs, () => chat()?.serviceModel)
  return gateway
}

/** Milliseconds back to which the feed shows what an earlier run did. */
const restoredMs = 24 * 60 * 60_000

/** A feed that cannot be restored is empty: the trail itself says what is wrong with it. */
function restoreFeed(gateway: Gateway, { audit, settings, clock, log }: ComposeGatewayOptions): void {
  const nameOf = (id: string) =>
    settings.get().servers.find((server) => server.id === id)?.name ?? (id === demoWorldId ? demoWorldName : id)
  try {
    const since = new Date(clock.now().getTime() - restoredMs).toISOString()
    gateway.feed.restore(newestCalls(audit, since, nameOf))
  } catch (error) {
    log.warn('The feed of the last run could not be restored', { error: `${error}` })
  }
}
