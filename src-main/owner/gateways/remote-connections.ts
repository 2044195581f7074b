/**
 * Remote connections: AI clients of this computer that connect to a gateway on another one.
 *
 * Guards invariant 8: a client's key is made by the gateway, for this client alone, and is written to a file that only
 * the user of this computer can read. No page and no configuration of another program gets it.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import { keyNameFrom, maxKeyNameLength } from '@contract/local/client-key.js'
import {
  isRemoteGatewayName,
  parseRemoteGateway,
  type RemoteGatewayFile,
  remoteGatewayFileName,
  remoteGatewaysFolder,
} from '@contract/local/remote-gateway.js'
import { type Client, clientLimits, type KnownClients } from '@shared/clients/client.js'
import { type ClientKeyFileWriter, Connections, type ConnectionsOptions } from '../../connect/connections.js'
import { looksLike } from '../../policy/rights/new-client.js'
import { ClientKeyFiles } from '../../storage/client-key-files.js'
import { writePrivateFile } from '../../storage/profile.js'
import { connectOrders } from '../orders/clients.js'
import type { OrdersAbout, Payload, Returned } from '../table/table.js'

/** The gateway itself says which clients are connected. */
type ConnectOrders = Omit<OrdersAbout<'connect'>, 'connect:clients'>

type NeededOrder = 'clients:add' | 'clients:list' | 'clients:revoke' | 'connect:clients' | 'panic:state'

/** Gives an order to the gateway. @throws GatewayError of the gateway or of the link */
export type OrderRemotely = <N extends NeededOrder>(name: N, payload: Payload<N>) => Promise<Returned<N>>

export interface RemoteConnectionsOptions
  extends Pick<
    ConnectionsOptions,
    'program' | 'home' | 'now' | 'openFile' | 'showFile' | 'openLink' | 'listProcesses'
  > {
  /** `name`: as people see it. `pin` is in lower-case hex. */
  readonly gateway: RemoteGatewayFile & { readonly name: string }
  /** What this computer calls itself: several have the same AI clients. */
  readonly computer: string
  readonly order: OrderRemotely
  readonly copy: (text: string) => Promise<void>
}

/**
 * The orders that connect AI clients, for the window of this gateway. The bridge finds the gateway from now on.
 *
 * @throws Error when the profile cannot be written
 */
export function openRemoteConnections(options: RemoteConnectionsOptions): ConnectOrders {
  const { program, gateway, order, copy } = options
  const name = storeRemoteGateway(program.profile, gateway)
  const folder = path.join(program.profile, remoteGatewaysFolder, name)
  const files = new ClientKeyFiles(folder)
  const known = async () => withKeyNames(await order('clients:list', undefined), files)
  const connections = new Connections({
    ...options,
    remote: { name, folder },
    connectedClients: { all: () => order('connect:clients', undefined) },
    refusals: { all: () => [] },
    known,
    keys: remoteKeys(options, files, known),
    panic: () => order('panic:state', undefined),
    httpEndpoint: { address: `https://${gateway.address}/mcp` },
    announce: async () => void storeRemoteGateway(program.profile, gateway),
  })
  return connectOrders({ connections, fresh: { of: () => undefined }, copy })
}

/** Where the bridge reads the gateway's address and pin; the same file for the same gateway. @returns its name */
export function storeRemoteGateway(profile: string, gateway: RemoteGatewayFile & { readonly name: string }): string {
  const { address, pin } = gateway
  const parent = path.join(profile, remoteGatewaysFolder)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  const known = storedGateways(parent)
  const name = known.find((one) => one.pin === pin)?.name ?? freeName(keyNameFrom(gateway.name), known)
  writePrivateFile(path.join(parent, remoteGatewayFileName(name)), `${JSON.stringify({ address, pin })}\n`)
  return name
}

/** Forgets a gateway, with the keys of AI clients for it; they stay valid there until somebody revokes them. */
export function forgetRemoteGateway(profile: string, pin: string): void {
  const parent = path.join(profile, remoteGatewaysFolder)
  for (const { name } of storedGateways(parent).filter((one) => one.pin === pin)) {
    rmSync(path.join(parent, remoteGatewayFileName(name)), { force: true })
    rmSync(path.join(parent, name), { recursive: true, force: true })
  }
}

const ending = remoteGatewayFileName('')

function storedGateways(parent: string): readonly { readonly name: string; readonly pin: string | undefined }[] {
  let names: string[]
  try {
    names = readdirSync(parent)
  } catch {
    return []
  }
  return names
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .filter(isRemoteGatewayName)
    .map((name) => ({ name, pin: pinIn(path.join(parent, remoteGatewayFileName(name))) }))
}

/** Undefined for a file that is damaged or cannot be read: its name is taken all the same. */
function pinIn(file: string): string | undefined {
  try {
    return parseRemoteGateway(readFileSync(file, 'utf8'))?.pin
  } catch {
    return undefined
  }
}

/** Leaves room for a number. */
const maxNameLength = maxKeyNameLength - 4

function freeName(wanted: string, known: readonly { readonly name: string }[]): string {
  const short = wanted.slice(0, maxNameLength)
  const numbered = Array.from({ length: known.length + 1 }, (_, index) => `${short}-${index + 2}`)
  return [short, ...numbered].find((one) => !known.some(({ name }) => name === one)) ?? short
}

/** The clients of this computer have the names of their key files here, which the gateway does not know. */
function withKeyNames({ clients, bridge }: KnownClients, files: ClientKeyFiles): KnownClients {
  const names = new Map(files.names().map((name) => [files.holderOf(name), name]))
  const named = clients.map(({ keyName: _, ...client }) => {
    const keyName = names.get(client.id)
    return keyName === undefined ? client : { ...client, keyName }
  })
  return { clients: named, bridge }
}

function remoteKeys(
  { order, computer }: Pick<RemoteConnectionsOptions, 'order' | 'computer'>,
  files: ClientKeyFiles,
  known: () => Promise<KnownClients>,
): ClientKeyFileWriter {
  /** Key name → the key that is being made, so that two clicks make one. */
  const making = new Map<string, Promise<Client>>()

  async function make(keyName: string, name: string): Promise<Client> {
    const { clients, bridge } = await known()
    const client = clients.find((one) => one.keyName === keyName)
    if (client) return client
    const { role, roles, permissions } = bridge
    // As at home: a key of its own never raises the rights of a program.
    const made = await order('clients:add', {
      name: freeClientName(`${name} (${computer})`, clients),
      role,
      roles,
      permissions: [...permissions],
    })
    try {
      files.write(keyName, made.token)
    } catch (cause) {
      await order('clients:revoke', { id: made.client.id })
      throw new GatewayError('SYSTEM.INTERNAL_ERROR', {
        message: 'The key could not be written to the profile.',
        suggestion: 'Check that the disk is not full and that the data folder can be written.',
        cause,
      })
    }
    return { ...made.client, keyName }
  }

  return {
    ensureKeyFile(keyName, name) {
      const running = making.get(keyName) ?? make(keyName, name).finally(() => making.delete(keyName))
      making.set(keyName, running)
      return running
    },
    hasKeyFile: ({ id, keyName }) => keyName !== undefined && files.holderOf(keyName) === id,
  }
}

function freeClientName(name: string, clients: readonly Client[]): string {
  const short = name.slice(0, clientLimits.name - 4)
  const numbered = Array.from({ length: clients.length + 1 }, (_, index) => `${short} ${index + 2}`)
  return [short, ...numbered].find((one) => !clients.some((client) => looksLike(client.name, one))) ?? short
}
