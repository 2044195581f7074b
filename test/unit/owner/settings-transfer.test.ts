import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { portableNames, settingPlaces } from '@shared/program/portable-settings.js'
import { defaultSettings, popUpModes, type Settings, weekdays } from '@shared/program/settings.js'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPayloadCheck } from '../../../src-main/owner/doors/payload-check.js'
import { appOrders } from '../../../src-main/owner/orders/program.js'
import { maxSettingsFileBytes } from '../../../src-main/owner/settings-transfer.js'
import { checkedOrders } from '../../fakes/checked-orders.js'

const check = createPayloadCheck()
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'settings-transfer-'))
  file = path.join(folder, 'settings.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

function scene(settings: Settings, chosen: string | null = file) {
  const changes: Partial<Settings>[] = []
  const access = {
    get: () => settings,
    change: (change: Partial<Settings>) => changes.push(change) > 0,
    isUnwritable: false,
    file: '',
    problem: undefined,
  }
  const choose = async () => chosen ?? undefined
  const transfer = {
    chooseNew: choose,
    chooseExisting: choose,
    isChange: (change: unknown) => check('settings:change', change),
  }
  const facts = { info: () => ({}) as never, showFile: () => {} }
  const orders = checkedOrders(appOrders(facts, access, transfer))
  return {
    changes,
    exported: () => orders['settings:export'](undefined, 'window'),
    imported: () => orders['settings:import'](undefined, 'window'),
  }
}

const imports = (text: string | Buffer) => {
  writeFileSync(file, text)
  return scene(defaultSettings).imported()
}
const importsSettings = (settings: string) =>
  imports(`{"format":"gatehouse-settings","version":1,"settings":${settings}}`)

const refusal = (reason: string, name?: string) => ({
  ok: false,
  error: { code: 'PROTOCOL.INVALID_REQUEST', details: { reason, ...(name !== undefined && { name }) } },
})

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const portable = fc.record({
  language: fc.constantFrom('system', 'en', 'zh'),
  theme: fc.constantFrom('system', 'light', 'dark'),
  popUp: fc.constantFrom(...popUpModes),
  hideFromCapture: fc.boolean(),
  notifications: fc.record({
    enabled: fc.boolean(),
    questions: fc.boolean(),
    servers: fc.boolean(),
    rules: fc.boolean(),
    safety: fc.boolean(),
  }),
  sounds: fc.record({ enabled: fc.boolean(), volume: fc.integer({ min: 0, max: 100 }) }),
  quietHours: fc.record({ enabled: fc.boolean(), from: time, until: time, days: fc.subarray([...weekdays]) }),
  closing: fc.constantFrom('tray', 'quit'),
  updates: fc.record({ automatic: fc.boolean(), channel: fc.constantFrom('stable', 'beta') }),
}) satisfies fc.Arbitrary<Partial<Settings>>

describe('exported settings', () => {
  it('are every setting that is not left out for a reason', () => {
    expect(Object.keys(settingPlaces).sort()).toEqual(Object.keys(defaultSettings).sort())
    expect([...portableNames].sort()).toEqual(Object.keys(fc.sample(portable, 1)[0] ?? {}).sort())
  })

  it('change nothing when they are imported again', async () => {
    await fc.assert(
      fc.asyncProperty(portable, async (part) => {
        const { exported, imported, changes } = scene({ ...defaultSettings, ...part })
        expect(await exported()).toEqual({ ok: true, value: { file } })
        expect(await imported()).toEqual({ ok: true, value: part })
        expect(changes).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('contain nothing of a setting that stays on this computer', async () => {
    const secret = 'do-not-take-along'
    const left = Object.keys(defaultSettings).filter((name) => !portableNames.some((one) => one === name))
    const settings = { ...defaultSettings, ...Object.fromEntries(left.map((name) => [name, { key: secret }])) }
    await scene(settings).exported()
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain(secret)
    expect(Object.keys(JSON.parse(text).settings).sort()).toEqual([...portableNames].sort())
  })

  it('are neither written nor read when the person chooses no file', async () => {
    const { exported, imported } = scene(defaultSettings, null)
    expect(await exported()).toEqual({ ok: true, value: null })
    expect(await imported()).toEqual({ ok: true, value: null })
  })

  it('report a file that cannot be written', async () => {
    const { exported } = scene(defaultSettings, path.join(folder, 'missing', 'settings.json'))
    expect(await exported()).toMatchObject(refusal('settings-file-unwritable'))
  })
})

describe('a file of settings', () => {
  it('may have only some of them, and a byte-order mark', async () => {
    expect(await importsSettings('{"theme":"dark"}')).toEqual({ ok: true, value: { theme: 'dark' } })
    const marked = '\uFEFF{"format":"gatehouse-settings","version":1,"settings":{}}'
    expect(await imports(marked)).toEqual({ ok: true, value: {} })
  })

  it.each([
    ['text', 'hello'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['the settings file of the program', JSON.stringify({ version: 1, ...defaultSettings })],
    ['settings in a list', '{"format":"gatehouse-settings","version":1,"settings":[]}'],
    ['an earlier version', '{"format":"gatehouse-settings","version":0,"settings":{}}'],
    ['a version in words', '{"format":"gatehouse-settings","version":"1","settings":{}}'],
    ['deep nesting', '['.repeat(60_000)],
    ['bytes of no text', Buffer.from([0x7b, 0xff, 0x80, 0x7d])],
  ])('is refused when it holds %s', async (_what, content) => {
    expect(await imports(content)).toMatchObject(refusal('settings-file-other'))
  })

  it('is refused when it is too large, missing or a folder', async () => {
    expect(await imports(' '.repeat(maxSettingsFileBytes + 1))).toMatchObject(refusal('settings-file-too-large'))
    const missing = scene(defaultSettings, path.join(folder, 'missing')).imported()
    expect(await missing).toMatchObject(refusal('settings-file-unreadable'))
    expect(await scene(defaultSettings, folder).imported()).toMatchObject(refusal('settings-file-unreadable'))
  })

  it('is refused when a newer version wrote it', async () => {
    const newer = '{"format":"gatehouse-settings","version":2,"settings":{},"more":1}'
    expect(await imports(newer)).toMatchObject(refusal('settings-file-newer'))
  })

  it('is refused with the name of a member that is no setting', async () => {
    for (const name of ['token', '__proto__', 'constructor', 'toString']) {
      const answer = await importsSettings(`{"theme":"dark","${name}":{"polluted":true}}`)
      expect(answer).toMatchObject(refusal('settings-file-unknown', name))
    }
    const beside = '{"format":"gatehouse-settings","version":1,"settings":{},"__proto__":{"polluted":true}}'
    expect(await imports(beside)).toMatchObject(refusal('settings-file-unknown', '__proto__'))
    expect(await importsSettings(`{"${'n'.repeat(500)}":1}`)).toMatchObject(
      refusal('settings-file-unknown', 'n'.repeat(64)),
    )
    expect({}).not.toHaveProperty('polluted')
  })

  it('is refused as a whole when it holds any setting that is left out, whether it lowers safety or not', async () => {
    for (const [name, place] of Object.entries(settingPlaces)) {
      if (place === 'file') continue
      const answer = await importsSettings(
        JSON.stringify({ theme: 'dark', [name]: Reflect.get(defaultSettings, name) }),
      )
      expect(answer).toMatchObject(refusal('settings-file-left-out', name))
    }
    const lowered = '{"theme":"dark","posture":"specification","criticalQuorum":1}'
    expect(await importsSettings(lowered)).toMatchObject(refusal('settings-file-left-out', 'posture'))
  })

  it.each([
    ['theme', '"pink"'],
    ['sounds', '{"enabled":true,"volume":101}'],
    ['sounds', '{"enabled":true,"volume":5,"__proto__":{"polluted":true}}'],
    ['quietHours', '{"enabled":true,"from":"25:00","until":"08:00","days":[]}'],
    ['notifications', '{"enabled":true}'],
    ['updates', '{"automatic":true,"channel":"stable","token":"secret"}'],
    ['hideFromCapture', `"\${HOME}"`],
    ['language', 'null'],
  ])('is refused when %s is %s', async (name, value) => {
    expect(await importsSettings(`{"${name}":${value}}`)).toMatchObject(refusal('settings-file-value', name))
  })
})
