import type { ListedNetwork, PeopleView } from '@shared/clients/people.js'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { describe, expect, it } from 'vitest'
import { saveChosenSettings } from '../../../src-main/headless/apply-options.js'
import { type ReportLine, writeEvents } from '../../../src-main/owner/doors/stdin-events.js'

const wifi = { interface: 'wlan0', network: '192.168.1.0/24' }
const listed: readonly ListedNetwork[] = [
  { ...wifi, isChosen: false, present: { kind: 'wifi', address: '192.168.1.5' } },
  { interface: 'wg0', network: '10.9.0.0/24', isChosen: false, present: { kind: 'vpn', address: '10.9.0.1' } },
  { interface: 'eth0', network: '10.0.0.0/24', isChosen: true },
]

function save(phoneInterfaces: readonly string[] | undefined) {
  let settings: Settings = defaultSettings
  const store = {
    get: () => settings,
    change: (change: Partial<Settings>) => {
      settings = { ...settings, ...change }
      return true
    },
  } as never
  const people = { lan: { seen: { networks: listed } } }
  const error = saveChosenSettings(
    { settings: store, people },
    { chosen: {}, chat: undefined, phoneInterfaces, remote: undefined },
  )
  return { error, lanApprovals: settings.lanApprovals }
}

describe('the networks for phones, without a window', () => {
  it('are those at the interfaces of the command line, saved with their addresses', () => {
    expect(save(['wlan0'])).toEqual({
      error: undefined,
      lanApprovals: { enabled: true, port: 8_799, networks: [wifi] },
    })
  })

  it('stay as they are without the option, and close with none', () => {
    expect(save(undefined).lanApprovals).toEqual(defaultSettings.lanApprovals)
    expect(save([]).lanApprovals).toMatchObject({ enabled: false, networks: [] })
  })

  it.each(['wlan9', 'eth0'])('are refused at %s, where this computer has none, and the others are named', (name) => {
    const { error, lanApprovals } = save([name])
    expect(error?.message).toContain(`"${name}"`)
    expect(error?.suggestion).toContain('wlan0 (192.168.1.0/24), wg0 (10.9.0.0/24)')
    expect(lanApprovals).toEqual(defaultSettings.lanApprovals)
  })

  it('are reported when the port opens, when its networks are gone, and when it closes', () => {
    const lines: ReportLine[] = []
    const send = writeEvents((line) => lines.push(line))
    const states: PeopleView['lan'][] = [
      { kind: 'on', origins: ['https://192.168.1.5:8799'], fingerprint: 'AB:CD' },
      { kind: 'no-network' },
      { kind: 'no-network' },
      { kind: 'off' },
    ]
    for (const lan of [{ kind: 'off' } as const, ...states])
      send('people:changed', { lan, networks: listed.slice(0, 1), people: [], pairing: null })
    expect(lines.map(({ event, state }) => `${event} ${state}`)).toEqual([
      'phones on',
      'phones no-network',
      'phones off',
    ])
    expect(lines[0]).toMatchObject({
      origins: ['https://192.168.1.5:8799'],
      networks: [{ ...wifi, isChosen: false, kind: 'wifi', address: '192.168.1.5' }],
    })
  })
})
