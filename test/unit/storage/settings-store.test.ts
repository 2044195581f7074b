import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '../../../src-main/contract/settings.js'
import { SettingsStore } from '../../../src-main/storage/settings-store.js'
import { createContractAjv } from '../../../src-main/validation/ajv.js'
import { RecordingLog } from '../../fakes/recording-log.js'

let profile: string
let log: RecordingLog
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-settings-'))
  log = new RecordingLog()
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const open = () => new SettingsStore(profile, createContractAjv(), log)
const file = (name = 'settings.json') => path.join(profile, name)
const modeOf = (name: string) => statSync(file(name)).mode & 0o777
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

  it('are told to whoever follows', () => {
    const store = open()
    const told: Settings[] = []
    store.onDidChange((settings) => told.push(settings))
    store.change({ demoWorld: true })
    store.change({ language: 'klingon' as never })
    expect(told).toMatchObject([{ demoWorld: true }])
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
  ])('(%s) are set aside, and the last good ones take their place', (_what, content) => {
    open().change({ language: 'zh', servers: [german] })
    writeFileSync(file(), content)
    expect(open().get()).toMatchObject({ language: 'zh', servers: [german] })
    expect(readFileSync(file('settings.json.broken'), 'utf8')).toBe(content)
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

describe('settings of an older program', () => {
  it('that lack something get the default for it', () => {
    writeFileSync(file(), '{"language":"en"}')
    expect(open().get()).toEqual({ ...defaultSettings, language: 'en' })
    expect(log.lines).toEqual([])
  })
})
