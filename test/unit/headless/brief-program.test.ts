import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defaultSettings } from '@shared/program/settings.js'
import { describe, expect, it } from 'vitest'
import { openBriefProgram } from '../../../src-main/headless/brief-program.js'
import { ClientService } from '../../../src-main/storage/client-service.js'
import { checkedOrders } from '../../fakes/checked-orders.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../fakes/memory-audit-log.js'
import { openProfileStores } from '../../fakes/profile-stores.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()

const settingsFile = () => path.join(profile(), 'settings.json')

function brief() {
  const program = openBriefProgram(profile(), new RecordingLog())
  return { orders: checkedOrders(program.orders), close: () => program.close() }
}

describe('a program that runs only for a command', () => {
  it('leaves the audit trail alone, and the next program records what changed', async () => {
    const { orders, close } = brief()
    expect(await orders['clients:add']({ name: 'Claude' }, 'command-line')).toMatchObject({ ok: true })
    close()
    expect(readdirSync(profile()).filter((name) => name.startsWith('audit'))).toEqual([])

    const stores = openProfileStores(profile())
    const audit = new MemoryAuditLog()
    const log = new RecordingLog()
    new ClientService({ store: stores.clients, bridgeToken: 'bridge', audit, clock: new FakeClock(), log })
    stores.close()
    expect(audit.events).toMatchObject([{ caller: { id: 'command-line' }, request: { client: { name: 'Claude' } } }])
  })

  it('removes a server of the settings', async () => {
    const server = { id: 'a:1', name: 'Old', address: 'ws://a:1' }
    writeFileSync(settingsFile(), JSON.stringify({ ...defaultSettings, servers: [server] }))
    const { orders, close } = brief()
    expect(await orders['servers:listed'](undefined, 'command-line')).toMatchObject({
      value: [{ ...server, origin: 'settings' }],
    })
    expect(await orders['servers:remove']({ id: 'a:1' }, 'command-line')).toMatchObject({ ok: true })
    close()
    expect(JSON.parse(readFileSync(settingsFile(), 'utf8')).servers).toEqual([])
  })

  it('starts and stops a service in its file alone', async () => {
    const { orders, close } = brief()
    await orders['services:add']({ name: 'Web', draft: { type: 'http', url: 'http://127.0.0.1:9' } }, 'command-line')
    expect(await orders['services:stop']({ name: 'Web' }, 'command-line')).toMatchObject({ ok: true })
    expect(await orders['services:list'](undefined, 'command-line')).toMatchObject({
      value: { services: [{ name: 'Web', enabled: false }] },
    })
    close()
  })

  it('keeps no secret, and does nothing that needs a connection', async () => {
    const { orders, close } = brief()
    const given = { server: { address: 'ws://a:1' }, secrets: { token: 'sekrit' } }
    const refused = { ok: false, error: { code: 'PROTOCOL.INVALID_REQUEST' } }
    expect(await orders['servers:add'](given, 'command-line')).toMatchObject(refused)
    expect(await orders['backups:remove']({ id: 'a', backup: 'b' }, 'command-line')).toMatchObject(refused)
    close()
    expect(readdirSync(profile())).not.toContain('settings.json')
  })

  it('does not start on settings or a state that cannot be read, and changes neither', () => {
    writeFileSync(settingsFile(), '{')
    expect(brief).toThrow('Cannot read the settings')
    expect(readFileSync(settingsFile(), 'utf8')).toBe('{')
    rmSync(settingsFile())
    writeFileSync(path.join(profile(), 'state.sqlite'), 'no database')
    expect(brief).toThrow('Cannot read state.sqlite')
    expect(readFileSync(path.join(profile(), 'state.sqlite'), 'utf8')).toBe('no database')
  })
})
