/** What people on other computers get of results and events, over real TLS on loopback. */
import { defaultSettings } from '@shared/program/settings.js'
import type { ServicesView } from '@shared/servers/service.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shownRemotely } from '../../../../../src-main/owner/doors/remote/shown-remotely.js'
import { type RemoteScene, remoteScene } from '../../../../fakes/remote-scene.js'

const secret = 'sk-live-4f9a0c2b7d1e8f6a'
const view = {
  services: [
    {
      name: 'notes',
      draft: { type: 'stdio', command: 'npx', args: ['notes', `--api-key=${secret}`], env: { NOTES_TOKEN: secret } },
    },
  ],
  problems: [],
  file: '/services.json',
  named: false,
} as unknown as ServicesView

const settings = {
  ...defaultSettings,
  gateways: [{ id: 'other', name: 'Other', address: 'nas:8797', pin: 'ab', device: 'computer:1', person: 'Ada' }],
  gameApprover: { server: 'overworld', player: 'Steve', paused: false, word: 'heron' },
}

const inputs = [{ id: 'input', content: { kind: 'url', address: { href: `https://example.com/?state=${secret}` } } }]

let scene: RemoteScene
beforeEach(async () => {
  scene = await remoteScene({
    orders: {
      'services:list': () => view,
      'settings:get': () => settings,
      'inputs:list': () => inputs as never,
    },
  })
  scene.approvals.attach({ id: 'desktop', name: 'desktop', kind: 'desktop' })
})
afterEach(() => scene.stop())

const windowOf = (role: 'viewer' | 'moderator' | 'owner') =>
  scene.window(scene.computerOf({ name: `A ${role}`, role, ...(role === 'moderator' && { servers: ['creative'] }) }))

describe.each(['viewer', 'moderator'] as const)('a %s', (role) => {
  it('gets no key of a service, asked or sent', async () => {
    const window = await windowOf(role)
    const asked = JSON.stringify(await window.order('services:list'))
    expect(asked).toContain('notes')
    expect(asked).not.toContain(secret)
    scene.door.send('services:changed', view)
    const sent = JSON.stringify(await window.message('event'))
    expect(sent).toContain('notes')
    expect(sent).not.toContain(secret)
  })

  it('gets nothing that a service asks an owner for', async () => {
    const window = await windowOf(role)
    expect(await window.order('inputs:list')).toEqual({ ok: true, value: [] })
    scene.door.send('inputs:changed', inputs as never)
    expect((await window.message('event')).message).toEqual([])
  })

  it('gets no secret in a request that they may not answer', async () => {
    const { id } = await scene.ask({ arguments: { password: secret, title: 'hello' } })
    const window = await windowOf(role)
    const listed = await window.order('approvals:list')
    expect(listed).toMatchObject({ ok: true, value: [{ id, arguments: { title: 'hello' } }] })
    expect(JSON.stringify(listed)).not.toContain(secret)
  })
})

describe('an owner', () => {
  it('gets what they may change and answer as it is', async () => {
    const { id } = await scene.ask({ arguments: { password: secret } })
    const window = await windowOf('owner')
    expect(await window.order('services:list')).toEqual({ ok: true, value: view })
    expect(await window.order('inputs:list')).toEqual({ ok: true, value: inputs })
    const listed = await window.order('approvals:list')
    expect(listed).toMatchObject({ ok: true, value: [{ id, arguments: { password: secret } }] })
  })

  it('gets neither the gateways of that computer nor the word of the player', async () => {
    const window = await windowOf('owner')
    scene.door.send('settings:changed', { settings, language: 'en' })
    const { message } = await window.message('event')
    for (const shown of [await window.order('settings:get'), message]) {
      expect(JSON.stringify(shown)).toContain('Steve')
      expect(JSON.stringify(shown)).not.toMatch(/heron|nas:8797/u)
    }
  })
})

it('hides what the schema of the action marks as secret', () => {
  const schema = { type: 'object', properties: { phrase: { type: 'string', writeOnly: true } } }
  const approval = { id: '1', risk: 'medium', capabilityId: 'x', server: { id: 's' }, arguments: { phrase: secret } }
  const viewer = { id: 'person:00000001', name: 'Ada', kind: 'remote', role: 'viewer' } as const
  expect(JSON.stringify(shownRemotely('approvals:list', [approval], viewer, () => schema))).not.toContain(secret)
})
