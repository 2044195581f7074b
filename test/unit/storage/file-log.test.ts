import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { logFile, openLog } from '../../../src-main/storage/file-log.js'
import { hostileText } from '../../fixtures/hostile-texts.js'

let profile: string
let written: string
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-log-'))
  written = ''
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const stderr = {
  write: (text: string | Uint8Array) => {
    written += text
    return true
  },
}
const open = () => openLog(profile, stderr)
const file = () => path.join(profile, logFile)
const lines = () =>
  readFileSync(file(), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('the log', () => {
  it('writes one line of JSON for each thing, on stderr and into the file', () => {
    const log = open()
    log.info('began')
    log.warn('failed twice', { port: 8765 })
    log.error('failed')
    expect(lines()).toMatchObject([
      { level: 'info', message: 'began', details: {} },
      { level: 'warn', message: 'failed twice', details: { port: 8765 } },
      { level: 'error', message: 'failed' },
    ])
    expect(written).toBe(readFileSync(file(), 'utf8'))
  })

  it('holds no secret', () => {
    open().warn('refused', { token: 'hush', headers: [{ authorization: 'Bearer hush' }] })
    expect(written + readFileSync(file(), 'utf8')).not.toContain('hush')
  })

  it('can be read by its owner alone', () => {
    open().info('began')
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('continues where it ended', () => {
    open().info('one')
    open().info('two')
    expect(lines().map(({ message }) => message)).toEqual(['one', 'two'])
  })

  it('is rotated when it is large, and one old file is kept', () => {
    writeFileSync(file(), 'x'.repeat(5 * 1024 * 1024 + 1), { mode: 0o600 })
    const log = open()
    log.info('one')
    log.info('two')
    expect(lines().map(({ message }) => message)).toEqual(['one', 'two'])
    expect(statSync(`${file()}.1`).size).toBe(5 * 1024 * 1024 + 1)
  })

  it('that cannot be written is ignored', () => {
    const log = open()
    rmSync(profile, { recursive: true })
    expect(() => log.error('the disk is gone')).not.toThrow()
    expect(written).toContain('the disk is gone')
    expect(existsSync(profile)).toBe(false)
  })

  it('accepts details nested a hundred thousand levels deep', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(() => open().warn('an agent reports an error', { deep })).not.toThrow()
  })

  it('writes external text on one line without terminal control, and reads back the same', () => {
    const log = open()
    fc.assert(
      fc.property(hostileText, (text) => {
        written = ''
        log.warn('an agent reports an error', { reason: text, [text]: [text] })
        expect(written).toMatch(/^[^\p{Cc}\p{Cf}\p{Co}\u2028\u2029]*\n$/u)
        const { level, message, details } = JSON.parse(written)
        expect({ level, message }).toEqual({ level: 'warn', message: 'an agent reports an error' })
        if (!('beginning' in details)) expect(details.reason).toBe(text)
      }),
      { numRuns: 200 },
    )
  })

  it('keeps the beginning of details that are too long', () => {
    open().error('failed', { error: 'x'.repeat(1_000_000) })
    expect(written.length).toBeLessThan(34_000)
    expect(lines()[0].details.beginning).toMatch(/^\{"error":"xxx/u)
  })

  it('accepts literal messages of the source, and no external text', () => {
    const log = open()
    const name: string = 'Steve'
    // @ts-expect-error a string could hold anything
    log.info(name)
    // @ts-expect-error so could a sentence with a string in it
    log.warn(`${name} joined`)
    expect(lines()).toHaveLength(2)
  })
})
