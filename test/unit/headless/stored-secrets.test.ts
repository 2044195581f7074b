import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defaultSettings } from '@shared/program/settings.js'
import { describe, expect, it } from 'vitest'
import { memorySecrets } from '../../../src-main/gateway/ports/client-access.js'
import { openBriefProgram } from '../../../src-main/headless/brief-program.js'
import { memoryServerSecrets, openStoredSecrets } from '../../../src-main/headless/stored-secrets.js'
import { secretReference } from '../../../src-main/policy/services/service-references.js'
import { checkedOrders } from '../../fakes/checked-orders.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()
const outside = folderForEach()

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

describe('secrets of a program without a desktop', () => {
  const key = 'k'.repeat(44)

  it('outlive it with a key', () => {
    const { secrets, arePersistent } = openStoredSecrets(profile(), { key }, new RecordingLog())
    expect([arePersistent, secrets.set('a', 'one')]).toEqual([true, true])
    expect(openStoredSecrets(profile(), { key }, new RecordingLog()).secrets.get('a')).toBe('one')
  })

  it('are in memory without one, which is said once', () => {
    const log = new RecordingLog()
    const { secrets, arePersistent } = openStoredSecrets(profile(), undefined, log)
    expect([arePersistent, secrets.set('a', 'one'), secrets.set('b', 'two')]).toEqual([false, false, false])
    expect(existsSync(file())).toBe(false)
    expect(log.problems.map(({ message }) => message)).toEqual([
      'Tokens and passwords that are entered now are forgotten when the program ends. To keep them, start with --secrets-key-file FILE.',
    ])
  })

  it('refuse a start without the key when there are encrypted ones', () => {
    openStoredSecrets(profile(), { key }, new RecordingLog()).secrets.set('a', 'one')
    const before = readFileSync(file(), 'utf8')
    expect(() => openStoredSecrets(profile(), undefined, new RecordingLog())).toThrow('no key was given')
    expect(readFileSync(file(), 'utf8')).toBe(before)
  })

  it('refuse a key that lies in the profile, also behind a link', () => {
    const inside = path.join(profile(), 'my-key')
    writeFileSync(inside, key)
    expect(() => openStoredSecrets(profile(), { key, file: inside }, new RecordingLog())).toThrow('lies in the profile')
    const elsewhere = path.join(outside(), 'link')
    symlinkSync(inside, elsewhere)
    expect(() => openStoredSecrets(profile(), { key, file: elsewhere }, new RecordingLog())).toThrow(
      'lies in the profile',
    )
    const good = path.join(outside(), 'key')
    writeFileSync(good, key)
    expect(openStoredSecrets(profile(), { key, file: good }, new RecordingLog()).arePersistent).toBe(true)
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
