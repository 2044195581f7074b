import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bridge, type Client, normalRights } from '@shared/clients/client.js'
import { describe, expect, it } from 'vitest'
import { lookUpRemoteGateway } from '../../../../src-main/bridge/remote-gateway.js'
import {
  forgetRemoteGateway,
  type OrderRemotely,
  openRemoteConnections,
  storeRemoteGateway,
} from '../../../../src-main/owner/gateways/remote-connections.js'
import { mintToken } from '../../../../src-main/storage/client-token.js'
import { folderForEach } from '../../../fixtures/for-each.js'

const folder = folderForEach()
const nas = { name: 'Survival NAS', address: 'nas.local:8797', pin: 'ab'.repeat(32) }
const rights = { ...normalRights, role: 'operator' as const }

/** The gateway as its orders answer, with a list of clients of its own. */
function scene() {
  const clients: Client[] = []
  const orders: string[] = []
  const tokens: string[] = []
  const order = (async (
    name: string,
    payload: { readonly name: string; readonly id: string; readonly role: never },
  ) => {
    orders.push(name)
    if (name === 'clients:list') return { clients, bridge: { ...bridge, ...rights } }
    if (name === 'connect:clients') return []
    if (name === 'panic:state') return { on: false }
    if (name === 'clients:revoke') return null
    const { clientId, token } = mintToken()
    const { name: clientName, role } = payload
    const client = {
      ...normalRights,
      role,
      id: clientId,
      name: clientName,
      callsPerMinute: 600,
      createdAt: '2026-01-01',
    }
    clients.push(client)
    tokens.push(token)
    return { client, token }
  }) as unknown as OrderRemotely
  const copied: string[] = []
  const connect = openRemoteConnections({
    program: {
      executable: '/opt/gatehouse',
      node: '/opt/node',
      programs: '/opt',
      profile: folder(),
      env: {},
      isPackaged: true,
    },
    home: { platform: 'linux', env: {}, folder: folder(), list: () => [] },
    now: () => new Date(0),
    openFile: async () => '',
    showFile: () => {},
    openLink: async () => {},
    listProcesses: async () => [],
    gateway: nas,
    computer: 'laptop',
    order,
    copy: async (text) => void copied.push(text),
  })
  return { connect, clients, orders, tokens, copied }
}
const cursorFile = () => path.join(folder(), '.cursor', 'mcp.json')
const inGateway = (...parts: string[]) => path.join(folder(), 'gateways', ...parts)

describe('connecting an AI client of this computer to a gateway elsewhere', () => {
  it('writes an entry beside the one of this computer, with the gateway and the key by their names', async () => {
    const { connect, tokens } = scene()
    const { expected } = await connect['connect:preview']({ file: cursorFile() }, 'window')
    await connect['connect:write']({ file: cursorFile(), expected }, 'window')
    const { mcpServers } = JSON.parse(readFileSync(cursorFile(), 'utf8'))
    expect(Object.keys(mcpServers)).toEqual(['gatehouse-survival-nas'])
    expect(mcpServers['gatehouse-survival-nas'].args.slice(1)).toEqual([
      ...['--profile', folder(), '--client', 'cursor', '--gateway', 'survival-nas'],
    ])
    expect(readFileSync(inGateway('survival-nas', 'client-keys', 'cursor.key'), 'utf8').trim()).toBe(tokens[0])
    expect(readFileSync(cursorFile(), 'utf8')).not.toContain(tokens[0])
    expect(await connect['connect:guide']({ program: 'cursor' }, 'window')).toMatchObject({
      files: [{ state: { kind: 'ours' } }],
    })
  })

  it('has the gateway make one key, with the rights of its programs without a key and the name of this computer', async () => {
    const { connect, clients, orders } = scene()
    await Promise.all([
      connect['connect:ensure-key']({ program: 'cursor' }, 'window'),
      connect['connect:ensure-key']({ program: 'cursor' }, 'window'),
    ])
    await connect['connect:ensure-key']({ program: 'cursor' }, 'window')
    expect(orders.filter((name) => name === 'clients:add')).toHaveLength(1)
    expect(clients).toMatchObject([{ name: 'Cursor (laptop)', role: 'operator' }])
  })

  it('has another key made when the gateway no longer knows the one in the file', async () => {
    const { connect, clients, tokens } = scene()
    await connect['connect:ensure-key']({ program: 'cursor' }, 'window')
    clients.splice(0)
    await connect['connect:ensure-key']({ program: 'cursor' }, 'window')
    expect(readFileSync(inGateway('survival-nas', 'client-keys', 'cursor.key'), 'utf8').trim()).toBe(tokens[1])
  })

  it('revokes a key that cannot be written', async () => {
    const { connect, orders } = scene()
    writeFileSync(inGateway('survival-nas'), 'a file where the folder would be')
    await expect((async () => connect['connect:ensure-key']({ program: 'cursor' }, 'window'))()).rejects.toThrow(
      'could not be written',
    )
    expect(orders.at(-1)).toBe('clients:revoke')
  })

  it('offers no address of another computer: its certificate is known to the bridge only', async () => {
    const { connect } = scene()
    for (const program of ['cursor', 'claude-code', 'other'] as const) {
      const { recipes } = await connect['connect:guide']({ program }, 'window')
      expect(recipes.map(({ over }) => over)).toEqual(['bridge'])
      expect(recipes[0]?.text).toContain('gatehouse-survival-nas')
    }
  })

  it('finds no cause with this computer’s own gateway, which need not run', async () => {
    const { connect } = scene()
    await connect['connect:ensure-key']({ program: 'cursor' }, 'window')
    const kinds = (await connect['connect:findings']({ program: 'cursor' }, 'window')).map(({ kind }) => kind)
    expect(kinds).toContain('config-missing')
    expect(kinds.filter((kind) => kind.startsWith('endpoint-'))).toEqual([])
  })
})

describe('the file of a gateway', () => {
  it('is read by the bridge, and by no other user', async () => {
    storeRemoteGateway(folder(), nas)
    const { address, pin } = nas
    expect(await lookUpRemoteGateway(folder(), 'survival-nas')).toEqual({ address, pin })
    expect(statSync(inGateway('survival-nas.json')).mode & 0o077).toBe(0)
  })

  it('stays the same when its address changes, and is another for a namesake', () => {
    expect(storeRemoteGateway(folder(), nas)).toBe('survival-nas')
    expect(storeRemoteGateway(folder(), { ...nas, address: '10.0.0.5:8797', name: 'renamed' })).toBe('survival-nas')
    expect(storeRemoteGateway(folder(), { ...nas, pin: 'cd'.repeat(32) })).toBe('survival-nas-2')
  })

  it('goes with its keys, and the one of a namesake stays', async () => {
    const { connect } = scene()
    await connect['connect:ensure-key']({ program: 'cursor' }, 'window')
    storeRemoteGateway(folder(), { ...nas, pin: 'cd'.repeat(32) })
    forgetRemoteGateway(folder(), nas.pin)
    expect(readdirSync(inGateway())).toEqual(['survival-nas-2.json'])
  })
})
