/**
 * Orders about AI clients: their rights and keys, connecting them, and which programs may come in by OAuth or without a
 * key.
 *
 * Guards invariant 8: a new key is sent to the main window once, and copied only until the next one is created; the
 * window does not send it. Guards invariant 6: rights change only here and on the command line. Guards invariant 7: only
 * configurations of other programs that were listed before are read or written. A click counts only after what it accepts
 * was visible long enough to be read.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { readingMs } from '@shared/approvals/reading-time.js'
import type { NewKey } from '@shared/clients/client.js'
import { type ConnectedClient, keyPlaceholder } from '@shared/clients/connection.js'
import type { Connections } from '../../connect/connections.js'
import type { Consents } from '../../gateway/clients/consents.js'
import type { KeylessClients } from '../../gateway/clients/keyless-clients.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { ChangeActor } from '../../storage/client-changes.js'
import type { ClientService } from '../../storage/client-service.js'
import type { Giver, Orders, OrdersAbout } from '../table/table.js'
import { personOf } from './giver.js'

export function clientOrders(
  keys: Pick<ClientService, 'known' | 'add' | 'addForBridge' | 'edit' | 'revoke'>,
  fresh: FreshKey,
  copy: (text: string) => Promise<void>,
): OrdersAbout<'clients'> {
  return {
    'clients:list': () => keys.known(),
    'clients:edit': ({ id, ...change }, giver) => keys.edit(id, change, actorOf(giver)),
    'clients:add': (client, giver) => {
      const made = keys.add(client, actorOf(giver))
      if (giver === 'window') fresh.keep(made)
      return made
    },
    'clients:add-for-bridge': (client, giver) => keys.addForBridge(client, actorOf(giver)),
    'clients:copy-token': ({ id }) => {
      const key = fresh.of(id)
      if (key === undefined) throw new GatewayError('PERMISSION.DENIED')
      return copy(key)
    },
    'clients:revoke': ({ id }, giver) => {
      keys.revoke(id, actorOf(giver))
      fresh.forget(id)
    },
  }
}

const actorOf = (giver: Giver): ChangeActor => personOf(giver).name

/** Who is connected now, in every program. */
export const connectedOrders = (all: () => readonly ConnectedClient[]): Pick<Orders, 'connect:clients'> => ({
  'connect:clients': () => all(),
})

export interface ConnectDependencies {
  readonly connections: Pick<
    Connections,
    | 'guide'
    | 'ensureKey'
    | 'repairFile'
    | 'repairKey'
    | 'preview'
    | 'write'
    | 'revert'
    | 'openLink'
    | 'openBundle'
    | 'bundleFile'
    | 'installed'
    | 'showBundle'
    | 'repairEndpoint'
    | 'findingsAbout'
  >
  readonly fresh: Pick<FreshKey, 'of'>
  readonly copy: (text: string) => Promise<void>
}

export function connectOrders({
  connections,
  fresh,
  copy,
}: ConnectDependencies): Omit<OrdersAbout<'connect'>, 'connect:clients'> {
  return {
    'connect:guide': ({ program, name }) => connections.guide(program, name),
    'connect:installed': () => connections.installed(),
    'connect:copy': async ({ program, name, recipe, client }) => {
      const { recipes } = await connections.guide(program, name)
      const { text, over } = recipes[recipe] ?? {}
      if (over === 'bridge') connections.ensureKey(program, name)
      if (text === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
      const key = client === undefined ? keyPlaceholder : fresh.of(client)
      if (key === undefined) throw new GatewayError('PERMISSION.DENIED')
      await copy(text.replace(keyPlaceholder, () => key))
    },
    'connect:ensure-key': ({ program, name }) => connections.ensureKey(program, name),
    'connect:preview': ({ file, back }) => connections.preview(file, back),
    'connect:write': ({ file, expected }) => connections.write(file, expected),
    'connect:take-back': ({ file }) => connections.revert(file),
    'connect:open-link': ({ program }) => connections.openLink(program),
    'connect:open-bundle': () => connections.openBundle(),
    'connect:show-bundle': async () => {
      await connections.showBundle()
      return { file: connections.bundleFile }
    },
    'connect:copy-bundle-path': () => copy(connections.bundleFile),
    'connect:findings': (about) => connections.findingsAbout(about),
    'connect:repair-endpoint': () => connections.repairEndpoint(),
    'connect:repair-file': ({ file }) => connections.repairFile(file),
    'connect:repair-key': ({ client }) => connections.repairKey(client),
  }
}

/** The last created key, until the next one is created or it is revoked. In stream-safe mode the page has only a mask. */
export class FreshKey {
  #last: NewKey | undefined

  keep(key: NewKey): void {
    this.#last = key
  }

  /** Undefined when the client got no key, or another client got one later. */
  of(client: string): string | undefined {
    return this.#last?.client.id === client ? this.#last.token : undefined
  }

  forget(client: string): void {
    if (this.#last?.client.id === client) this.#last = undefined
  }
}

export const keylessOrders = (
  keyless: Pick<KeylessClients, 'view' | 'waiting' | 'decide'>,
  clock: Pick<Clock, 'now'>,
): OrdersAbout<'keyless'> => ({
  'keyless:state': () => keyless.view(),
  'keyless:decide': ({ id, state }, giver) => {
    const question = keyless.waiting().find((one) => one.id === id)
    const isTooQuick =
      giver !== 'stdin' &&
      state === 'allowed' &&
      question !== undefined &&
      clock.now().getTime() - Date.parse(question.at) < readingMs
    if (isTooQuick) throw new GatewayError('RISK.APPROVAL_TOO_QUICK')
    if (!keyless.decide(id, state, personOf(giver).name)) {
      throw new GatewayError('RISK.APPROVAL_CLOSED', { details: { id } })
    }
  },
})

export const consentOrders = (
  consents: Pick<Consents, 'open' | 'decide'>,
  clock: Pick<Clock, 'now'>,
): OrdersAbout<'consents'> => ({
  'consents:list': () => consents.open(),
  'consents:decide': ({ id, decision, role }, giver) => {
    const question = consents.open().find((one) => one.id === id)
    const seenFor = question && clock.now().getTime() - Date.parse(question.askedAt)
    // The parent process reads every line.
    const isTooQuick = giver !== 'stdin' && decision === 'accept' && seenFor !== undefined && seenFor < readingMs
    if (isTooQuick) throw new GatewayError('RISK.APPROVAL_TOO_QUICK')
    if (!consents.decide(id, decision, role)) throw new GatewayError('RISK.APPROVAL_CLOSED', { details: { id } })
  },
})
