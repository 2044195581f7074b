/**
 * Brief program: follows the orders of one command of the command line while no other program uses the profile.
 *
 * It opens only what is stored: it listens on no port, connects to no server and starts no service. Guards invariant 1:
 * it does not open the audit trail, whose last row is signed with a key that only the desktop program has. What changes
 * here stays pending, and the next program records it (`storage/client-changes.ts`, `storage/settings-trail.ts`).
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Rules } from '@shared/approvals/rule.js'
import type { RemoteView } from '@shared/remote/door-state.js'
import type { Services } from '@shared/servers/service.js'
import type { Ajv } from 'ajv'
import { PeopleService } from '../gateway/clients/people.js'
import type { Log } from '../gateway/ports/runtime.js'
import { clientOrders, FreshKey } from '../owner/orders/clients.js'
import { pageOfRules } from '../owner/orders/rules.js'
import { listServers } from '../owner/orders/servers.js'
import { serviceOrders } from '../owner/orders/services.js'
import { PersistentServers } from '../owner/servers/persistent-servers.js'
import type { ServerProviders } from '../owner/servers/server-providers.js'
import { ServiceRepository } from '../owner/servers/service-repository.js'
import type { Orders, OrdersOf } from '../owner/table/table.js'
import { ClientKeyFiles } from '../storage/client-key-files.js'
import { ClientService } from '../storage/client-service.js'
import { accessTokensOf } from '../storage/oauth-service.js'
import { createPairingTokens } from '../storage/pairing-tokens.js'
import { ruleCheck } from '../storage/rule-store.js'
import { ServicesStore, servicesFileOf } from '../storage/services/services-store.js'
import { readSettings, SettingsStore } from '../storage/settings-store.js'
import { stateFile } from '../storage/state-database.js'
import { openStores, type Stores } from '../storage/stores.js'
import { systemClock } from '../storage/system-clock.js'
import { compiled, createContractAjv } from '../validation/ajv.js'
import { createServicesReader } from '../validation/services-reader.js'
import { memoryServerSecrets } from './stored-secrets.js'

export interface BriefProgram {
  readonly orders: Orders<OrdersOf<'command-line'>>
  close(): void
}

const clock = systemClock

/** @throws Error with a sentence when the settings or the state of the profile cannot be read; nothing is changed then */
export function openBriefProgram(profile: string, log: Log): BriefProgram {
  const ajv = createContractAjv()
  const isConfig = compiled<never>(ajv, 'config-v1.json')
  if (!readSettings(profile, isConfig)) {
    throw new Error(`Cannot read the settings of ${profile}. Start Gatehouse to repair them`)
  }
  const stores = openStores(profile, {
    isManifest: compiled<CapabilityManifest>(ajv, 'capability-manifest-v1.json'),
    isRule: ruleCheck(ajv),
    clock,
    log,
  })
  if (stores.state.isDamaged) {
    stores.close()
    throw new Error(`Cannot read ${stateFile} of the profile ${profile}`)
  }
  const settings = new SettingsStore({ profile, isConfig, clock, log, environment: process.env })
  return {
    orders: {
      ...serversIn(profile, settings, log),
      ...servicesIn(profile, ajv, log),
      ...clientsIn(profile, stores, log),
      ...remoteIn(settings),
      'approvals:recorded': (which) => stores.approvals.recorded(which),
      'rules:list': (query, giver) => pageOfRules(newestFirst(stores.rules.read()), query, giver),
      'people:listed': () => peopleIn(stores, log),
      'undo:list': (query) => stores.undo.page(query),
      'backups:remove': needsWhole,
      'servers:check-way': needsWhole,
      'servers:power': needsWhole,
      'servers:plan-file': needsWhole,
      'servers:change-file': needsWhole,
      'servers:revert-file': needsWhole,
    },
    close: () => stores.close(),
  }
}

/** Only read: nothing is recorded. */
const peopleIn = ({ people: store }: Stores, log: Log) =>
  new PeopleService({ store, audit: { append: () => {} }, clock, log }).list()

const newestFirst = ({ rules, damaged }: Rules): Rules => ({
  rules: [...rules].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1)),
  damaged,
})

function serversIn(
  profile: string,
  settings: SettingsStore,
  log: Log,
): Pick<Orders, 'servers:listed' | 'servers:add' | 'servers:is-remembered' | 'servers:remove'> {
  const servers = new PersistentServers({
    settings,
    servers: noProviders,
    bedrock: { rename: noGame, remove: noGame, restore: noGame },
    addDemoWorld: async () => {},
    removeDemoWorld: async () => {},
    trust: { reinstate: () => {}, trustServer: () => {} },
    rules: { removeAllows: () => {} },
    clock,
    log,
    secrets: memoryServerSecrets(profile),
    tokenFor: createPairingTokens(),
  })
  return {
    'servers:listed': () => listServers([], settings.get().servers),
    'servers:add': needsWhole,
    'servers:is-remembered': ({ id }) => servers.isRemembered(id),
    'servers:remove': ({ id }) => servers.remove(id),
  }
}

/** The settings say whether it is on; the next program opens it. */
function remoteIn(settings: SettingsStore): Pick<Orders, 'remote:state' | 'remote:switch' | 'remote:invite'> {
  const view = (): RemoteView => ({ settings: settings.get().remote, door: { kind: 'off' }, invitation: null })
  return {
    'remote:state': view,
    'remote:switch': (change) => {
      const { remote } = settings.get()
      if (!settings.change({ remote: { ...remote, ...change } })) throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
      return view()
    },
    'remote:invite': needsWhole,
  }
}

function servicesIn(profile: string, ajv: Ajv, log: Log) {
  const store = new ServicesStore({
    file: servicesFileOf(profile),
    read: createServicesReader(ajv),
    clock,
    log,
  })
  const services = new ServiceRepository({
    store,
    services: noServices,
    secrets: memoryServerSecrets(profile),
    now: () => clock.now(),
    named: false,
  })
  return serviceOrders({ services, clock, log })
}

function clientsIn(profile: string, { clients, oauth }: Stores, log: Log) {
  const service = new ClientService({
    store: clients,
    accessTokens: oauth && accessTokensOf(oauth, clock, log),
    bridgeToken: '',
    keyFiles: new ClientKeyFiles(profile),
    audit: { append: recordLater },
    clock,
    log,
  })
  return clientOrders(service, new FreshKey(), async () => {})
}

/** Nothing is connected here, so nothing has to be disconnected. */
const noProviders: ServerProviders = {
  add: () => {},
  change: () => {},
  remove: () => {},
  trust: () => {},
  reconnect: () => {},
}

/** The file says which services start; the next program starts them. */
const noServices: Services = {
  list: () => [],
  onDidChange: () => () => {},
  apply: async () => {},
  start: async () => {},
  stop: async () => {},
  restart: async () => needsWhole(),
  signIn: async () => needsWhole(),
  signOut: async () => needsWhole(),
  log: () => needsWhole(),
  close: async () => {},
}

function noGame(): never {
  throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
}

function recordLater(): never {
  throw new Error('The next program records it.')
}

/** The command line asks a whole program for these. */
function needsWhole(): never {
  throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'Gatehouse is not running with this profile.',
    suggestion: 'Start it, then try again.',
  })
}
