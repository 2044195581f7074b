import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { SettingsStore } from '../../../src-main/storage/settings-store.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { compiled, createContractAjv } from '../../../src-main/validation/ajv.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()
let log: RecordingLog
beforeEach(() => {
  log = new RecordingLog()
})

const environment = { AGENT: 'ws://10.0.0.2:8765' }
const open = () =>
  new SettingsStore({
    profile: profile(),
    isConfig: compiled(createContractAjv(), 'config-v1.json'),
    clock: systemClock,
    log,
    environment,
  })
const file = (name = 'settings.json') => path.join(profile(), name)
const modeOf = (name: string) => statSync(file(name)).mode & 0o777
const setAside = () =>
  readdirSync(profile())
    .filter((name) => name.includes('.broken-'))
    .map((name) => readFileSync(file(name), 'utf8'))
const german = { id: 'a', name: 'Überlebenswelt', address: 'ws://127.0.0.1:8765' }

describe('settings', () => {
  it('are the default ones at first, and nothing is written', () => {
    expect(open().get()).toEqual(defaultSettings)
    expect(existsSync(file())).toBe(false)
  })

  it('that were changed are there again after a restart', () => {
    expect(open().change({ language: 'zh', servers: [german] })).toBe(true)
    expect(open().get()).toEqual({ ...defaultSettings, language: 'zh', servers: [german] })
  })

  it('can be read by their owner alone, the copy too', () => {
    open().change({ theme: 'dark' })
    expect(modeOf('settings.json')).toBe(0o600)
    expect(modeOf('settings.json.backup')).toBe(0o600)
  })

  it('become private even if somebody made them readable', () => {
    open().change({ theme: 'dark' })
    chmodSync(file(), 0o644)
    open().change({ theme: 'light' })
    expect(modeOf('settings.json')).toBe(0o600)
  })

  describe('that cannot be written', () => {
    /** A folder has the path of the file, so that even root cannot write it. */
    const block = () => {
      rmSync(file(), { force: true })
      mkdirSync(path.join(file(), 'in-the-way'), { recursive: true })
    }

    it('are refused, and the previous content stays in force', () => {
      const store = open()
      store.change({ theme: 'dark' })
      block()
      expect(store.change({ theme: 'light', language: 'zh' })).toBe(false)
      expect(store.isUnwritable).toBe(true)
      expect(store.get()).toMatchObject({ theme: 'dark', language: 'system' })
      rmSync(file(), { recursive: true })
      expect(store.change({ demoWorld: true })).toBe(true)
      expect(store.isUnwritable).toBe(false)
      expect(open().get()).toMatchObject({ theme: 'dark', language: 'system', demoWorld: true })
    })

    it('turn stream-safe mode on anyway, and save it once the file can be written', () => {
      const store = open()
      store.change({ theme: 'dark' })
      const reported: boolean[] = []
      store.onDidChange(({ streamSafe }) => reported.push(streamSafe))
      block()
      expect(store.change({ streamSafe: true })).toBe(false)
      expect(store.get().streamSafe).toBe(true)
      expect(reported).toEqual([true])
      expect(store.change({ streamSafe: false })).toBe(false)
      expect(store.get().streamSafe).toBe(true)
      rmSync(file(), { recursive: true })
      expect(store.change({ demoWorld: true })).toBe(true)
      expect(open().get()).toMatchObject({ streamSafe: true, demoWorld: true })
    })
  })

  it('are sent to every listener', () => {
    const store = open()
    const reported: Settings[] = []
    store.onDidChange((settings) => reported.push(settings))
    store.change({ demoWorld: true })
    store.change({ language: 'klingon' as never })
    expect(reported).toMatchObject([{ demoWorld: true }])
  })

  it.each<[string, object]>([
    ['an unknown language', { language: 'klingon' }],
    ['no language', { language: undefined }],
    ['servers that are no list', { servers: 'many' }],
    ['a server without a name', { servers: [{ id: 'a', name: '', address: 'ws://a:1' }] }],
    ['a server that is no WebSocket', { servers: [{ ...german, address: 'http://a:1' }] }],
    ['a demo world that is a text', { demoWorld: 'yes' }],
  ])('with %s are refused, and nothing changes', (_what, change) => {
    const store = open()
    store.change({ theme: 'dark' })
    const before = readFileSync(file(), 'utf8')
    expect(store.change(change as Partial<Settings>)).toBe(false)
    expect(store.get()).toEqual({ ...defaultSettings, theme: 'dark' })
    expect(readFileSync(file(), 'utf8')).toBe(before)
  })
})

// verifies: promise 11
describe('settings that cannot be read', () => {
  it.each([
    ['an empty file', ''],
    ['half a file', '{"language":"zh",'],
    ['a file of zeros', '\0\0\0\0'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"settings"'],
    ['a number', '5'],
    ['a wrong value', '{"language":"klingon"}'],
    ['a file of a newer program', '{"version":99}'],
    ['an odd version', '{"version":"one"}'],
  ])('(%s) are set aside, and the last good ones take their place', (_what, content) => {
    open().change({ language: 'zh', servers: [german] })
    writeFileSync(file(), content)
    expect(open().get()).toMatchObject({ language: 'zh', servers: [german] })
    expect(setAside()).toEqual([content])
    expect(log.lines).toMatchObject([{ level: 'error' }])
  })

  it('and have no good copy either become the default ones', () => {
    writeFileSync(file(), '{')
    writeFileSync(file('settings.json.backup'), '{')
    expect(open().get()).toEqual(defaultSettings)
  })

  it('can be changed again at once', () => {
    writeFileSync(file(), '{')
    open().change({ theme: 'dark' })
    expect(open().get()).toMatchObject({ theme: 'dark' })
  })
})

describe('settings that were set aside', () => {
  it('are each kept under a name of their own, and the good ones outlive another start', () => {
    open().change({ language: 'zh' })
    for (const broken of ['{', '[', '"']) {
      writeFileSync(file(), broken)
      expect(open().get().language).toBe('zh')
    }
    expect(setAside().sort()).toEqual(['"', '[', '{'])
    expect(open().get().language).toBe('zh')
    expect(open().problem).toBeUndefined()
  })

  it('are named to the person, with what is wrong', () => {
    writeFileSync(file(), '{"theme":"pink"}')
    const { problem } = open()
    expect(problem?.error.message).toContain('/theme')
    expect(existsSync(problem?.file ?? '')).toBe(true)
  })
})

// verifies: promise 11
describe('a settings file that a person writes', () => {
  it('may omit the version and every setting', () => {
    writeFileSync(file(), '{"language":"en"}')
    const store = open()
    expect(store.get()).toEqual({ ...defaultSettings, language: 'en' })
    expect(log.lines).toEqual([])
    store.change({ theme: 'dark' })
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ version: 1, language: 'en', theme: 'dark' })
  })

  const byHand = (text: string) => writeFileSync(file(), text)
  const written = (): unknown => JSON.parse(readFileSync(file(), 'utf8'))

  it('may name variables, which stay in it when the program changes something', () => {
    byHand('{"version":1,"servers":[{"id":"a","name":"A","address":"${AGENT}"}],"mine":{"kept":true}}')
    const store = open()
    expect(store.get().servers).toMatchObject([{ address: 'ws://10.0.0.2:8765' }])
    store.change({ theme: 'dark' })
    expect(written()).toMatchObject({ theme: 'dark', servers: [{ address: '${AGENT}' }], mine: { kept: true } })
  })

  it('that names a variable which is not set is used but for that, and says so', () => {
    byHand('{"version":1,"theme":"${THEME}","language":"zh"}')
    const store = open()
    expect(store.get()).toMatchObject({ theme: 'system', language: 'zh' })
    expect(store.problem?.error.message).toContain('THEME')
  })

  it('is read again while the program runs', async () => {
    const store = open()
    const stop = store.watch()
    try {
      const changed = new Promise<Settings>((resolve) => store.onDidChange(resolve))
      byHand('{"version":1,"theme":"light"}')
      expect(await changed).toMatchObject({ theme: 'light' })
    } finally {
      stop()
    }
  })

  it('and cannot be read changes nothing, is reported, and is kept when the program overwrites it', async () => {
    const store = open()
    store.change({ theme: 'dark' })
    const stop = store.watch()
    try {
      const met = new Promise((resolve) => store.onDidChangeProblem(resolve))
      byHand('{"theme":"light"')
      expect(await met).toMatchObject({ file: file() })
      expect(store.get().theme).toBe('dark')
      store.change({ language: 'zh' })
      expect(setAside()).toEqual(['{"theme":"light"'])
      expect(open().get()).toMatchObject({ theme: 'dark', language: 'zh' })

      const repaired = new Promise((resolve) => store.onDidChangeProblem(resolve))
      byHand('{"version":1,"theme":"light"}')
      expect(await repaired).toBeUndefined()
      expect(store.get().theme).toBe('light')
    } finally {
      stop()
    }
  })
})
