import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { withoutTextKeys } from '../../../../src-main/policy/redaction/text-keys.js'
import { logFile } from '../../../../src-main/storage/log/log-file.js'
import { type LogOptions, openLog } from '../../../../src-main/storage/log/program-log.js'
import { folderForEach } from '../../../fixtures/for-each.js'
import { hostileText } from '../../../fixtures/hostile-texts.js'
import { times } from '../../../fixtures/properties.js'

const profile = folderForEach()
let written: string
beforeEach(() => {
  written = ''
})

const terminal = {
  write: (line: string) => {
    written += line
  },
  flush() {},
  close() {},
}
const open = (options: LogOptions = {}) => openLog(profile(), { terminal, ...options })
const file = () => path.join(profile(), logFile)
const text = (name = file()) => readFileSync(name, 'utf8')
/** A flush may write before a write of the system that is in progress. */
const sorted = (all: string) => all.split('\n').sort().join('\n')
const lines = () =>
  written
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const stamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u

describe('the log', () => {
  it('writes one line of JSON for each message, on the terminal and into the file', async () => {
    const log = open()
    log.info('began')
    log.warn('failed twice', { port: 8765 })
    log.error('failed')
    log.flush()
    expect(lines()).toEqual([
      { level: 'info', timestamp: expect.stringMatching(stamp), component: 'main', message: 'began' },
      {
        level: 'warn',
        timestamp: expect.stringMatching(stamp),
        component: 'main',
        message: 'failed twice',
        port: 8765,
      },
      { level: 'error', timestamp: expect.stringMatching(stamp), component: 'main', message: 'failed' },
    ])
    await expect.poll(() => sorted(text())).toBe(sorted(written))
  })

  it('writes the lines of the specification as text', () => {
    const log = open()
    log.configure({ level: 'debug', format: 'text' })
    log.component('registry').info('Service registered: {service}', {
      ...{ service: 'calculator', namespace: 'calc', type: 'stdio' },
    })
    log.component('websocket').info('Connected to xiaozhi endpoint')
    log.component('stdio').error('Process crashed', { service: 'calculator', exitCode: 1 })
    const [registered, connected, crashed] = written.split('\n').map((line) => line.slice(line.indexOf(' ') + 1))
    expect(written).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z \[info\] /u)
    expect(registered).toBe('[info] [registry] Service registered: calculator {"namespace":"calc","type":"stdio"}')
    expect(connected).toBe('[info] [websocket] Connected to xiaozhi endpoint')
    expect(crashed).toBe('[error] [stdio] Process crashed {"service":"calculator","exitCode":1}')
  })

  it('holds no secret', () => {
    const log = open()
    log.warn('refused', { token: 'hush', headers: [{ authorization: 'Bearer hush' }] })
    log.warn('refused {token}', { token: 'hush' })
    log.warn('failed: {reason}', { reason: 'GET https://a.example?token=hush', args: ['export PASSWORD=hush'] })
    log.flush()
    expect(written + text()).not.toContain('hush')
  })

  it('can be read by its owner alone', () => {
    open().info('began')
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('continues where it ended', async () => {
    for (const log of [open(), open()]) {
      log.info('again')
      log.flush()
    }
    await expect.poll(() => sorted(text())).toBe(sorted(written))
    expect(lines()).toHaveLength(2)
  })

  it('is rotated when it is large, and the old file is kept', async () => {
    writeFileSync(file(), 'x'.repeat(5 * 1024 * 1024 + 1), { mode: 0o600 })
    const log = open()
    log.info('one')
    log.info('two')
    log.flush()
    await expect.poll(() => sorted(text())).toBe(sorted(written))
    expect(statSync(`${file()}.1`).size).toBe(5 * 1024 * 1024 + 1)
  })

  it('is rotated while it runs, loses no line, and keeps three old files', async () => {
    const log = open()
    const block = 'x'.repeat(32_000)
    for (let count = 0; count < 550; count += 1) {
      log.info('line {count} {block}', { count, block: 'b', fill: block })
      // Lets the queue write; more than its limit would be dropped.
      if (count % 50 === 49) log.flush()
    }
    log.flush()
    const all = () => [3, 2, 1].map((age) => text(`${file()}.${age}`)).join('') + text()
    // Not compared by the matcher, which would print megabytes.
    await expect.poll(() => sorted(all()) === sorted(written)).toBe(true)
    expect(existsSync(`${file()}.4`)).toBe(false)
    for (const age of [1, 2, 3]) expect(statSync(`${file()}.${age}`).size).toBeLessThan(5.2 * 1024 * 1024)
  })

  it('that cannot be written is ignored', () => {
    rmSync(profile(), { recursive: true })
    writeFileSync(profile(), 'a file in place of the folder')
    const log = open()
    expect(() => log.error('the disk is gone')).not.toThrow()
    expect(() => log.flush()).not.toThrow()
    expect(written).toContain('the disk is gone')
  })

  it('accepts details nested a hundred thousand levels deep', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(() => open().warn('an agent reports an error', { deep })).not.toThrow()
  })

  it('writes external text on one line without terminal control, and reads back the same', () => {
    const log = open()
    times(300).forAll(hostileText, fc.constantFrom('json' as const, 'text' as const), (outside, format) => {
      log.configure({ level: 'info', format })
      written = ''
      log.warn('an agent {name} reports an error', { name: outside, reason: outside, [outside]: [outside] })
      expect(written).toMatch(/^[^\p{Cc}\p{Cf}\p{Co}\u2028\u2029]*\n$/u)
      if (format === 'text') {
        expect(written).toMatch(/^\S+ \[warn\] \[main\] an agent /u)
        return
      }
      const { level, component, message, details, ...members } = JSON.parse(written)
      expect({ level, component }).toEqual({ level: 'warn', component: 'main' })
      expect(message).toMatch(/^an agent .* reports an error$/u)
      const sent = details ?? members
      if (!('beginning' in sent) && outside !== 'reason') expect(sent.reason).toBe(withoutTextKeys(outside))
    })
  })

  it('never lets a detail replace a member of the line', () => {
    open().warn('a call failed', { level: 'info', message: 'all is well', code: 'X' })
    expect(lines()).toMatchObject([
      { level: 'warn', message: 'a call failed', details: { level: 'info', message: 'all is well', code: 'X' } },
    ])
  })

  it('keeps the beginning of details that are too long', () => {
    open().error('failed', { error: 'x'.repeat(1_000_000) })
    expect(written.length).toBeLessThan(34_000)
    expect(lines()[0].beginning).toMatch(/^\{"error":"xxx/u)
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

describe('the level of the log', () => {
  const levels = ['debug', 'info', 'warn', 'error'] as const
  const logAll = (log: ReturnType<typeof open>) => {
    const part = log.component('part')
    for (const level of levels) part[level]('a message')
  }
  const written_ = () => (written === '' ? [] : lines().map(({ level }) => level))

  it('is info unless something else is chosen', () => {
    logAll(open())
    expect(written_()).toEqual(['info', 'warn', 'error'])
  })

  it.each(levels)('%s is the least that is written, also by parts that opened their log before', (level) => {
    const log = open()
    log.component('part')
    log.configure({ level, format: 'json' })
    logAll(log)
    expect(written_()).toEqual(levels.slice(levels.indexOf(level)))
  })

  it('of LOG_LEVEL has priority over the configuration', () => {
    const log = open({ environment: { LOG_LEVEL: ' ERROR ' } })
    log.configure({ level: 'debug', format: 'json' })
    logAll(log)
    expect(written_()).toEqual(['error'])
  })

  it('of LOG_LEVEL that does not exist is reported, and the configuration counts', () => {
    const log = open({ environment: { LOG_LEVEL: 'verbose' } })
    log.configure({ level: 'error', format: 'json' })
    logAll(log)
    expect(lines().map(({ message }) => message)).toEqual([
      'LOG_LEVEL is verbose, which is not a level: use debug, info, warn or error',
      'a message',
    ])
  })
})

describe('the configuration of the log', () => {
  const other = () => path.join(profile(), 'logs', 'other.log')

  it('names a file, in a new folder, that has the same lines until it is changed', async () => {
    const log = open()
    log.configure({ level: 'info', format: 'text', file: other() })
    log.info('one')
    log.flush()
    await expect.poll(() => sorted(text(other()))).toBe(sorted(written))
    await expect.poll(() => sorted(text(other()))).toBe(sorted(text()))
    log.configure({ level: 'info', format: 'text' })
    log.info('two')
    log.flush()
    expect(text(other())).not.toContain('two')
  })

  it('may name the log of the profile, which then has each line once', async () => {
    const log = open()
    log.configure({ level: 'info', format: 'json', file: file() })
    log.info('one')
    log.flush()
    await expect.poll(() => sorted(text())).toBe(sorted(written))
  })

  it('with a file that cannot be opened is reported, and the other outputs continue', () => {
    const log = open()
    log.configure({ level: 'info', format: 'json', file: profile() })
    log.info('one')
    expect(lines()).toMatchObject([
      { level: 'error', message: 'the log file of the configuration cannot be written', file: profile(), code: 1001 },
      { message: 'one' },
    ])
  })

  it('is awaited at the start, so that the first lines have its level, format and file', async () => {
    const log = open({ awaitsSettings: true })
    log.info('Starting')
    log.debug('a detail')
    expect(written).toBe('')
    log.configure({ level: 'info', format: 'text', file: other() })
    log.flush()
    expect(written).toMatch(/^\S+ \[info\] \[main\] Starting\n$/u)
    await expect.poll(() => sorted(text(other()))).toBe(sorted(written))
  })

  it('that never comes loses no line', async () => {
    const log = open({ awaitsSettings: true })
    log.info('Starting')
    log.debug('a detail')
    log.flush()
    expect(lines()).toMatchObject([{ message: 'Starting' }])
    await expect.poll(() => sorted(text())).toBe(sorted(written))
  })
})
