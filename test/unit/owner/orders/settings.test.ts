import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { describe, expect, it } from 'vitest'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { appOrders } from '../../../../src-main/owner/orders/program.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'

const access = () => {
  let settings = defaultSettings
  return {
    get: () => settings,
    change: (part: Partial<Settings>) => {
      settings = { ...settings, ...part }
      return true
    },
    isUnwritable: false,
    file: 'settings.json',
    problem: undefined,
  }
}
const facts = { info: () => ({}) as never, copy: async () => {}, showFile: () => {} }

describe('settings of safety', () => {
  it('are changed by the main window', async () => {
    const settings = access()
    const result = await checkedOrders(appOrders(facts, settings))['settings:change']({ criticalQuorum: 1 }, 'window')
    expect(result).toMatchObject({ ok: true, value: { criticalQuorum: 1 } })
  })

  it('cannot be changed by the pop-up', async () => {
    const settings = access()
    const result = await checkedOrders(appOrders(facts, settings))['settings:change']({ criticalQuorum: 1 }, 'pop-up')
    expect(result).toMatchObject({ ok: false, error: { code: 'PERMISSION.DENIED' } })
    expect(settings.get()).toEqual(defaultSettings)
  })

  it('forget the switches of built-in rules when another posture is chosen, and keep them with the same one', async () => {
    const settings = access()
    const change = (part: Partial<Settings>) =>
      checkedOrders(appOrders(facts, settings))['settings:change'](part, 'window')
    await change({ builtInRules: { 'built-in:kick': false } })
    await change({ posture: 'balanced' })
    expect(settings.get()).toMatchObject({ posture: 'balanced', builtInRules: { 'built-in:kick': false } })
    await change({ posture: 'careful' })
    expect(settings.get()).toMatchObject({ posture: 'careful', builtInRules: {} })
  })

  it('report an unwritable file, and not an invalid choice', async () => {
    const settings = { ...access(), change: () => false, isUnwritable: true }
    const result = await checkedOrders(appOrders(facts, settings))['settings:change']({ theme: 'dark' }, 'window')
    expect(result).toMatchObject({ ok: false, error: { code: 'SYSTEM.SETTINGS_UNWRITABLE' } })
  })

  const check = createPayloadCheck(createContractAjv())
  it.each([
    { criticalQuorum: 0 },
    { criticalQuorum: 3 },
    { posture: 'reckless' },
    { builtInRules: { 'built-in:unknown': false } },
    { builtInRules: { 'built-in:kick': 'allow' } },
    { auditDays: 0 },
    { auditDays: 1.5 },
    { auditMebibytes: 2_000_000 },
    { redactAddresses: 'no' },
    { panicShortcut: 'P'.repeat(65) },
    { quorums: { '**': 1 } },
    { riskRules: [] },
    { servers: [] },
    { gameApprover: { server: 'survival', player: 'Steve', paused: false } },
  ])('refuse %j', (payload) => expect(check('settings:change', payload)).toBe(false))

  it('accept what the window offers', () => {
    const { auditDays, auditMebibytes, posture, panicShortcut } = defaultSettings
    const chosen = { auditDays, auditMebibytes, posture, panicShortcut, criticalQuorum: 1 }
    expect(check('settings:change', chosen)).toBe(true)
  })
})
