import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openEncryptedSecrets, refuseEncryptedSecrets } from '../../../src-main/storage/encrypted-secrets.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()
const file = () => path.join(profile(), 'secrets.json')
const stored = (): Record<string, string> => JSON.parse(readFileSync(file(), 'utf8'))
const key = 'k'.repeat(44)
const open = (given = key, log = new RecordingLog()) => openEncryptedSecrets(profile(), given, log)

describe('encrypted secrets', () => {
  it('are the same after each restart, whatever was set and deleted before', () => {
    const name = fc.constantFrom('a', 'b', '__proto__', 'agent-token:127.0.0.1:1')
    const step = fc.record({ name, secret: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }) })
    fc.assert(
      fc.property(fc.array(fc.oneof(step, fc.constant('restart' as const)), { maxLength: 20 }), (steps) => {
        rmSync(file(), { force: true })
        const model = new Map<string, string>()
        let secrets = open()
        for (const one of steps) {
          if (one === 'restart') secrets = open()
          else if (one.secret === undefined) {
            secrets.delete(one.name)
            model.delete(one.name)
          } else {
            expect(secrets.set(one.name, one.secret)).toBe(true)
            model.set(one.name, one.secret)
          }
          for (const known of ['a', 'b', '__proto__', 'agent-token:127.0.0.1:1'])
            expect(secrets.get(known)).toBe(model.get(known))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('are readable only by the owner of the profile, and are not in the file as text', () => {
    open().set('a', 'correct horse battery')
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readFileSync(file(), 'utf8')).not.toMatch(/correct|k{10}/u)
  })

  it('are encrypted differently each time, so that equal secrets cannot be recognized', () => {
    const secrets = open()
    secrets.set('a', 'same')
    secrets.set('b', 'same')
    expect(stored().a).not.toBe(stored().b)
  })

  it('do not open with another key or without one, and stay as they are', () => {
    open().set('a', 'one')
    const before = readFileSync(file())
    expect(() => open('x'.repeat(44))).toThrow(/encrypted with another key.*Nothing was changed/u)
    expect(() => refuseEncryptedSecrets(profile())).toThrow(/no key was given.*Nothing was changed/u)
    expect(readFileSync(file())).toEqual(before)
    expect(open().get('a')).toBe('one')
  })

  it.each(['{"a":', '[]', '"text"', 'null', ''])('do not open when the file is %j, which stays as it is', (text) => {
    writeFileSync(file(), text)
    expect(() => open()).toThrow(/can't be read.*Nothing was changed/u)
    expect(readFileSync(file(), 'utf8')).toBe(text)
  })

  it('are not read under another name, nor after any byte was changed', () => {
    const secrets = open()
    secrets.set('agent-token:home', 'token of home')
    secrets.set('agent-token:evil', 'token of evil')
    const { 'agent-token:home': home = '', 'agent-token:evil': evil = '' } = stored()
    writeFileSync(file(), JSON.stringify({ 'agent-token:home': evil, 'agent-token:evil': home }))
    const log = new RecordingLog()
    const swapped = open(key, log)
    expect([swapped.get('agent-token:home'), swapped.get('agent-token:evil')]).toEqual([undefined, undefined])
    expect(log.problems.map(({ message }) => message)).toContain(
      'a secret could not be decrypted: it must be entered again',
    )

    const bytes = Buffer.from(home.split(':')[2] ?? '', 'base64')
    const prefix = home.slice(0, home.lastIndexOf(':') + 1)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ change
        writeFileSync(file(), JSON.stringify({ 'agent-token:home': prefix + changed.toString('base64') }))
        expect(open().get('agent-token:home')).toBeUndefined()
      }),
      { numRuns: 60 },
    )
    writeFileSync(file(), JSON.stringify({ 'agent-token:home': prefix }))
    expect(open().get('agent-token:home')).toBeUndefined()
  })

  it('leave what the desktop program stored, until its name is used here', () => {
    writeFileSync(file(), JSON.stringify({ a: 'djEwZGVza3RvcA==', b: 'djEwZGVza3RvcA==' }))
    const secrets = open()
    expect(secrets.get('a')).toBeUndefined()
    secrets.set('b', 'new')
    expect(stored().a).toBe('djEwZGVza3RvcA==')
    expect(open().get('b')).toBe('new')
    secrets.delete('a')
    expect(Object.keys(stored())).toEqual(['b'])
  })

  it('are kept in memory while the disk cannot be written, which is reported, and are saved with the next one', () => {
    const log = new RecordingLog()
    const secrets = open(key, log)
    secrets.set('a', 'old')
    const before = readFileSync(file())
    const away = blockDrafts()
    expect(secrets.set('a', 'new')).toBe(false)
    expect(secrets.get('a')).toBe('new')
    expect(() => secrets.delete('a')).toThrow()
    expect(readFileSync(file())).toEqual(before)
    expect(log.problems.map(({ message }) => message)).toContain(
      'a secret could not be saved: it is forgotten when the program ends',
    )
    secrets.set('a', 'new')
    away()
    expect(secrets.set('b', 'other')).toBe(true)
    expect([open().get('a'), open().get('b')]).toEqual(['new', 'other'])
  })

  it('ignore what a killed program left of a write', () => {
    open().set('a', 'one')
    writeFileSync(`${file()}.${process.pid}.draft`, '{"a":"aes-2')
    const secrets = open()
    expect(secrets.get('a')).toBe('one')
    expect(secrets.set('a', 'two')).toBe(true)
    expect(existsSync(`${file()}.${process.pid}.draft`)).toBe(false)
  })
})

/** A folder where the draft would be: also root cannot replace it. @returns the function that removes it */
function blockDrafts(): () => void {
  const draft = `${file()}.${process.pid}.draft`
  mkdirSync(path.join(draft, 'x'), { recursive: true })
  return () => rmSync(draft, { recursive: true })
}
