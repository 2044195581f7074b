import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createQueueDrain, enqueue, queuedResults, withdraw } from '../../../src-main/storage/command-queue.js'
import { RecordingLog } from '../../fakes/recording-log.js'

let profile: string
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-inbox-'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const survival = { name: 'Survival', address: 'ws://192.168.1.20:8765' }
const secrets = { token: 'sekrit' }
const server = { server: survival, secrets }
const inbox = () => path.join(profile, 'inbox')
const lying = () => readdirSync(inbox())
const orderFile = (number = 1) => `${String(number).padStart(13, '0')}-2f1d1f36-8f58-4d6e-9f0e-0c3f5c1f0a11.json`

function put(content: unknown, mode = 0o600, file = orderFile()): string {
  mkdirSync(inbox(), { recursive: true, mode: 0o700 })
  const at = path.join(inbox(), file)
  writeFileSync(at, typeof content === 'string' ? content : JSON.stringify(content), { mode })
  chmodSync(at, mode)
  return at
}

function scene(remembered = true) {
  const done: unknown[] = []
  const log = new RecordingLog()
  const drainQueue = createQueueDrain(profile, log, {
    add(order) {
      done.push(order)
      return remembered
    },
    async remove(id) {
      done.push(id)
      if (id === 'stubborn') throw new GatewayError('BUSINESS.OPERATION_FAILED')
    },
    async service({ act }) {
      done.push(`service ${act}`)
      return { remembered: true, data: ['a line'] }
    },
    async removeBackup(id, backup) {
      done.push([id, backup])
    },
  })
  return { done, log, drainQueue }
}

describe('the command queue', () => {
  it('runs a command about a service, and returns its result', async () => {
    const { done, drainQueue } = scene()
    put({ kind: 'service', act: 'log', name: 'Files' })
    expect(await drainQueue()).toEqual([{ file: orderFile(), ok: true, remembered: true, data: ['a line'] }])
    put({ kind: 'service', act: 'accept', name: 'Files' })
    expect(await drainQueue()).toEqual([])
    expect(done).toEqual(['service log'])
  })

  it('is readable by its owner alone', () => {
    const file = enqueue(profile, { kind: 'add', ...server })
    expect(queuedResults(profile)).toEqual([{ file, order: { kind: 'add', ...server } }])
    if (process.platform === 'win32') return
    expect(statSync(inbox()).mode & 0o777).toBe(0o700)
    expect(statSync(path.join(inbox(), file)).mode & 0o777).toBe(0o600)
  })

  it('accepts the removal of a backup, and nothing with more fields', async () => {
    const { drainQueue, done } = scene()
    enqueue(profile, { kind: 'remove-backup', id: 'java:a:25575', backup: '20260119-103000-0000' }, 1)
    put({ kind: 'remove-backup', id: 'java:a:25575' }, 0o600, orderFile(2))
    put({ kind: 'add', ...server, backup: 'x' }, 0o600, orderFile(3))
    put({ kind: 'remove', id: 'java:a:25575', backup: 'x' }, 0o600, orderFile(4))
    expect(await drainQueue()).toMatchObject([{ ok: true }])
    expect(done).toEqual([['java:a:25575', '20260119-103000-0000']])
  })

  it('is drained in the order of arrival, and is empty then', async () => {
    const { drainQueue, done } = scene()
    const files = [
      enqueue(profile, { kind: 'add', ...server }, 1),
      enqueue(profile, { kind: 'remove', id: 'other:8765' }, 2),
    ]
    expect(await drainQueue()).toEqual(files.map((file) => ({ file, ok: true, remembered: true })))
    expect(done).toEqual([{ kind: 'add', ...server }, 'other:8765'])
    expect(lying()).toEqual([])
    expect(await drainQueue()).toEqual([])
  })

  it('runs nothing twice when it is drained twice at once', async () => {
    const { drainQueue, done } = scene()
    enqueue(profile, { kind: 'add', ...server })
    const [first, second] = await Promise.all([drainQueue(), drainQueue()])
    expect([first.length, second.length]).toEqual([1, 0])
    expect(done).toHaveLength(1)
  })

  it('reports when a server is stored only until the program ends', async () => {
    const { drainQueue, log } = scene(false)
    enqueue(profile, { kind: 'add', ...server })
    expect(await drainQueue()).toMatchObject([{ ok: true, remembered: false }])
    expect(JSON.stringify(log)).not.toContain(secrets.token)
  })

  it('returns why a command failed, and continues with the next', async () => {
    const { drainQueue } = scene()
    enqueue(profile, { kind: 'remove', id: 'stubborn' }, 1)
    enqueue(profile, { kind: 'remove', id: 'willing' }, 2)
    expect(await drainQueue()).toMatchObject([
      { ok: false, error: { code: 'BUSINESS.OPERATION_FAILED' } },
      { ok: true },
    ])
    expect(lying()).toEqual([])
  })

  it('can withdraw a command that was not drained yet', async () => {
    const { drainQueue, done } = scene()
    withdraw(profile, enqueue(profile, { kind: 'add', ...server }))
    expect(await drainQueue()).toEqual([])
    expect(done).toEqual([])
  })

  it('deletes half-written commands, with their tokens', async () => {
    const draft = put('{"token":"sek', 0o600, `${orderFile()}.4711.draft`)
    const { drainQueue } = scene()
    await drainQueue()
    expect(existsSync(draft)).toBe(true)
    utimesSync(draft, 0, 0)
    await drainQueue()
    expect(existsSync(draft)).toBe(false)
  })

  it.each([
    ['no JSON', 'add everything'],
    ['another member', { kind: 'remove', id: 'a', force: true }],
    ['another kind', { kind: 'approve', id: 'a' }],
    ['no address', { kind: 'add', secrets, server: { ...survival, address: 'http://example.org' } }],
    ['an address with a password', { kind: 'add', secrets, server: { ...survival, address: 'ws://me:pass@host:1' } }],
    ['no name', { kind: 'add', secrets, server: { ...survival, name: ' ' } }],
    ['a name without end', { kind: 'add', secrets, server: { ...survival, name: 'a'.repeat(65) } }],
    ['a folder of an agent', { kind: 'add', secrets, server: { ...survival, folder: '/srv' } }],
    ['a secret of nothing', { kind: 'add', server: survival, secrets: { ...secrets, management: 'x' } }],
    [
      'a management protocol without its secret',
      {
        kind: 'add',
        server: { name: 'Java', address: 'rcon://127.0.0.1:1', management: { address: 'ws://127.0.0.1:2' } },
        secrets,
      },
    ],
    ['no token', { kind: 'add', server: survival, secrets: { token: '' } }],
    ['too much', { kind: 'add', server: survival, secrets: { token: 'a'.repeat(20_000) } }],
  ])('does not run %s, and deletes it', async (_what, content) => {
    const { drainQueue, done, log } = scene()
    put(content)
    expect(queuedResults(profile)).toEqual([])
    expect(await drainQueue()).toEqual([])
    expect(done).toEqual([])
    expect(lying()).toEqual([])
    expect(JSON.stringify(log)).toContain('a queued command is not valid')
  })

  it.skipIf(process.platform === 'win32')('ignores files that others can read, and links', async () => {
    const { drainQueue, done } = scene()
    put({ kind: 'add', ...server }, 0o644)
    const elsewhere = path.join(profile, 'elsewhere.json')
    writeFileSync(elsewhere, JSON.stringify({ kind: 'add', ...server }), { mode: 0o600 })
    symlinkSync(elsewhere, path.join(inbox(), orderFile(2)))
    mkdirSync(path.join(profile, 'folder'))
    symlinkSync(path.join(profile, 'folder'), path.join(inbox(), orderFile(3)))
    expect(await drainQueue()).toEqual([])
    expect(done).toEqual([])
    expect(lying()).toEqual([])
    expect(existsSync(elsewhere)).toBe(true)
  })

  it('ignores a folder of any name', async () => {
    const { drainQueue, done } = scene()
    put({ kind: 'remove', id: 'a' }, 0o600, orderFile(2))
    mkdirSync(path.join(inbox(), orderFile(1)))
    mkdirSync(path.join(inbox(), `${orderFile(3)}.1.draft`))
    utimesSync(path.join(inbox(), `${orderFile(3)}.1.draft`), 0, 0)
    expect(await drainQueue()).toMatchObject([{ ok: true }])
    expect(done).toEqual(['a'])
  })

  it('survives any content of its folder', async () => {
    const { drainQueue, done } = scene()
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (content) => {
        put(content)
        expect(await drainQueue()).toEqual([])
        expect(lying()).toEqual([])
      }),
      { numRuns: 40 },
    )
    expect(done).toEqual([])
  })
})
