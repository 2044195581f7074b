import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { describe, expect, it } from 'vitest'
import { settingsOrders } from '../../../../src-main/owner/orders/program.js'
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

describe('settings of safety', () => {
  it('are changed by the main window', async () => {
    const settings = access()
    const result = await checkedOrders(settingsOrders(settings))['settings:change']({ criticalQuorum: 1 }, 'window')
    expect(result).toMatchObject({ ok: true, value: { criticalQuorum: 1 } })
  })

  it('forget the switches of built-in rules when another posture is chosen, and keep them with the same one', async () => {
    const settings = access()
    const change = (part: Partial<Settings>) =>
      checkedOrders(settingsOrders(settings))['settings:change'](part, 'window')
    await change({ builtInRules: { 'built-in:kick': false } })
    await change({ posture: 'balanced' })
    expect(settings.get()).toMatchObject({ posture: 'balanced', builtInRules: { 'built-in:kick': false } })
    await change({ posture: 'careful' })
    expect(settings.get()).toMatchObject({ posture: 'careful', builtInRules: {} })
  })

  it('report an unwritable file, and not an invalid choice', async () => {
    const settings = { ...access(), change: () => false, isUnwritable: true }
    const result = await checkedOrders(settingsOrders(settings))['settings:change']({ theme: 'dark' }, 'window')
    expect(result).toMatchObject({ ok: false, error: { code: 'SYSTEM.SETTINGS_UNWRITABLE' } })
  })
})
