import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defaultSettings } from '@shared/program/settings.js'
import { describe, expect, it } from 'vitest'
import { memorySecrets } from '../../../src-main/gateway/ports/client-access.js'
import { openBriefProgram } from '../../../src-main/headless/brief-program.js'
import { memoryServerSecrets } from '../../../src-main/headless/stored-secrets.js'
import { secretReference } from '../../../src-main/policy/services/service-references.js'
import { checkedOrders } from '../../fakes/checked-orders.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()

const file = () => path.join(profile(), 'secrets.json')
const stored = () => JSON.parse(readFileSync(file(), 'utf8'))

describe('secrets in memory', () => {
  it('are read, replaced and deleted, and are never reported as stored permanently', () => {
    const secrets = memorySecrets()
    expect([secrets.set('a', 'one'), secrets.set('a', 'two'), secrets.set('b', 'other')]).toEqual([false, false, false])
    expect(secrets.get('a')).toBe('two')
    secrets.delete('a')
    expect([secrets.get('a'), secrets.get('b')]).toEqual([undefined, 'other'])
  })

  it('delete what the desktop program stored under their name, when they change or go', () => {
    writeFileSync(file(), JSON.stringify({ a: 'aaaa', b: 'bbbb', c: 'cccc' }))
    const secrets = memoryServerSecrets(profile())
    expect(secrets.set('a', 'new')).toBe(false)
    expect(stored()).toEqual({ b: 'bbbb', c: 'cccc' })
    secrets.delete('b')
    expect(stored()).toEqual({ c: 'cccc' })
    expect([secrets.get('a'), secrets.get('b'), secrets.get('c')]).toEqual(['new', undefined, undefined])
  })

  it('write no file where there is none', () => {
    const secrets = memoryServerSecrets(profile())
    secrets.set('a', 'one')
    secrets.delete('a')
    expect(existsSync(file())).toBe(false)
  })
})

it('a server or service that the command line removes leaves none of its secrets that the desktop program stored, and all others', async () => {
  const id = '127.0.0.1:1'
  const others = { 'agent-token:127.0.0.1:2': 'bbbb', 'service:Other/TOKEN': 'cccc' }
  const own = { [`agent-token:${id}`]: 'aaaa', [`management-secret:${id}`]: 'dddd', 'service:Files/TOKEN': 'eeee' }
  writeFileSync(file(), JSON.stringify({ ...own, ...others }))
  const servers = [{ id, name: 'Old', address: `ws://${id}` }]
  writeFileSync(path.join(profile(), 'settings.json'), JSON.stringify({ ...defaultSettings, servers }))
  const files = { type: 'stdio', command: 'npx', args: ['files'], enabled: true, namespace: 'files' }
  const env = { TOKEN: secretReference('Files', 'TOKEN') }
  writeFileSync(path.join(profile(), 'services.json'), JSON.stringify({ services: { Files: { ...files, env } } }))

  const program = openBriefProgram(profile(), new RecordingLog())
  const orders = checkedOrders(program.orders)
  expect(await orders['servers:remove']({ id }, 'command-line')).toMatchObject({ ok: true })
  expect(await orders['services:remove']({ name: 'Files' }, 'command-line')).toMatchObject({ ok: true })
  program.close()
  expect(stored()).toEqual(others)
})
