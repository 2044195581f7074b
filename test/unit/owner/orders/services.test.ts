/** The orders of the command line about services, in a program without a desktop. */
import { readFileSync } from 'node:fs'
import type { Services } from '@shared/servers/service.js'
import { describe, expect, it } from 'vitest'
import { memorySecrets } from '../../../../src-main/gateway/ports/client-access.js'
import { serviceOrders } from '../../../../src-main/owner/orders/services.js'
import { ServiceRepository } from '../../../../src-main/owner/servers/service-repository.js'
import { ServicesStore, servicesFileOf } from '../../../../src-main/storage/services/services-store.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { createServicesReader } from '../../../../src-main/validation/services-reader.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'
import { FakeClock, settled } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { folderForEach } from '../../../fixtures/for-each.js'

const read = createServicesReader(createContractAjv())

const profile = folderForEach()

function program({ named = false, restart = async (_name: string): Promise<void> => {} } = {}) {
  const clock = new FakeClock()
  const log = new RecordingLog()
  const store = new ServicesStore({ file: servicesFileOf(profile()), read, clock, log })
  const acts: string[] = []
  const services: Partial<Services> = {
    list: () => [],
    restart,
    log: (name) => [`a line of ${name}`],
    signIn: async (name) => `https://login.example/${name}`,
    signOut: async (name) => void acts.push(`sign out ${name}`),
  }
  const secrets = memorySecrets()
  const repository = new ServiceRepository({
    store,
    services: services as Services,
    secrets,
    now: () => clock.now(),
    named,
  })
  const orders = checkedOrders(serviceOrders({ services: repository, clock, log }))
  return { orders, store, secrets, acts, clock }
}

const draft = { type: 'stdio', command: 'npx', args: ['files'] } as const
const withKey = { ...draft, env: { FILES_TOKEN: 'very-secret' } }
const by = 'command-line'

describe('a service, by the command line', () => {
  it('is added with its key in memory, and removed with its key', async () => {
    const { orders, store, secrets } = program()
    expect(await orders['services:add']({ name: 'Plain', draft }, by)).toMatchObject({ value: { remembered: true } })
    expect(await orders['services:add']({ name: 'Files', draft: withKey }, by)).toMatchObject({
      value: { remembered: false },
    })
    expect(Object.keys(store.get().services)).toEqual(['Plain', 'Files'])
    expect(readFileSync(store.file, 'utf8')).not.toContain('very-secret')
    expect(secrets.get('service:Files/FILES_TOKEN')).toBe('very-secret')
    expect(await orders['services:remove']({ name: 'Files' }, by)).toMatchObject({ ok: true })
    expect(Object.keys(store.get().services)).toEqual(['Plain'])
    expect(secrets.get('service:Files/FILES_TOKEN')).toBeUndefined()
  })

  it('has its log, its sign-in page and its sign-out', async () => {
    const { orders, acts } = program()
    await orders['services:add']({ name: 'Files', draft }, by)
    expect(await orders['services:log']({ name: 'Files' }, by)).toMatchObject({ value: ['a line of Files'] })
    expect(await orders['services:sign-in-page']({ name: 'Files' }, by)).toMatchObject({
      value: { address: 'https://login.example/Files' },
    })
    await orders['services:sign-out']({ name: 'Files' }, by)
    expect(acts).toEqual(['sign out Files'])
  })

  it('is waited for some seconds only, and for as long as it takes by the window', async () => {
    const { orders, clock } = program({ restart: () => new Promise(() => {}) })
    await orders['services:add']({ name: 'Files', draft }, by)
    const restarted = orders['services:restart']({ name: 'Files' }, by)
    const inWindow = orders['services:restart']({ name: 'Files' }, 'window')
    let isDone = false
    void inWindow.then(() => {
      isDone = true
    })
    clock.advance(5_000)
    expect(await restarted).toMatchObject({ ok: true })
    await settled()
    expect(isDone).toBe(false)
  })

  it('is listed without any key', async () => {
    const { orders } = program()
    const keyed = { ...draft, args: ['--api-key', 'NmQ3YzI0ZjItOTk5OS00ZTc1LWE1YmQ6MGY5'] }
    await orders['services:add']({ name: 'Files', draft: keyed }, by)
    expect(JSON.stringify(await orders['services:list'](undefined, by))).not.toContain('NmQ3YzI0')
  })

  it('does not change a services file that was named on the command line', async () => {
    const { orders, store } = program({ named: true })
    expect(await orders['services:add']({ name: 'Files', draft }, by)).toMatchObject({
      error: { code: 'PROTOCOL.INVALID_REQUEST' },
    })
    expect(store.get().services).toEqual({})
  })

  it('cannot be moved from a client, which only the desktop app can', async () => {
    const { orders } = program()
    expect(await orders['services:source']({ file: '/tmp/mcp.json' }, by)).toMatchObject({
      error: { code: 'PROTOCOL.INVALID_REQUEST', message: expect.stringContaining('desktop app') as unknown },
    })
  })
})
