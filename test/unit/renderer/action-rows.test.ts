import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { isOffByDefault } from '@shared/approvals/off-by-default.js'
import type { ActionStanding } from '@shared/servers/action-choice.js'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import type { Server } from '@shared/servers/server.js'
import sharedEn from '@shared/words/en.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import {
  changesOf,
  currentPreset,
  orderFor,
  presetChoice,
  presets,
  startable,
} from '../../../src-renderer/actions/presets.js'
import {
  type ActionPart,
  chosenParts,
  isFound,
  isIn,
  partsOf,
  rowsOf,
  wordsOf,
} from '../../../src-renderer/actions/rows.js'
import { eventWords, rowKeys, specificationOf } from '../../../src-renderer/actions/topics.js'
import en from '../../../src-renderer/locales/en.json' with { type: 'json' }
import zh from '../../../src-renderer/locales/zh.json' with { type: 'json' }
import { manifestOf } from '../../fakes/fake-provider.js'

/** Every capability of Gatehouse itself: that there are words for it makes it one. */
const ours = Object.keys(sharedEn.capabilities).map((key) => key.replaceAll('_', '.'))
const said = (locale: object) => (key: string) =>
  String(
    key.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], locale) ??
      key,
  )
const t = said(en)

const server = (
  capabilities: readonly CapabilityManifest[],
  quarantined: readonly QuarantinedCapability[] = [],
): Server => ({
  id: 'survival',
  name: 'survival',
  kind: 'java',
  state: 'online',
  capabilities,
  quarantined,
  refused: [],
})
const newOne = (offered: CapabilityManifest, more: Partial<QuarantinedCapability> = {}) =>
  ({ reason: 'new', id: offered.id, offered, fingerprint: `print of ${offered.id}`, ...more }) as QuarantinedCapability
const standing = (id: string, more: Partial<ActionStanding> = {}): ActionStanding => ({
  id,
  choice: 'allow',
  usual: 'allow',
  ...more,
})
const action = (id: string, more: Partial<CapabilityManifest> = {}) =>
  manifestOf({ id, type: 'action', risk: { level: 'high' }, ...more })

describe('rows of the list', () => {
  it('contain every capability of Gatehouse exactly once, its events in the line of events', () => {
    const inRows = rowKeys.flatMap((key) => specificationOf(key).ids)
    const all = [...inRows, ...Object.keys(eventWords)]
    expect(new Set(all).size).toBe(all.length)
    expect([...all].sort()).toEqual([...ours].sort())
  })

  it('have words and synonyms in both languages', () => {
    for (const locale of [en, zh]) {
      expect(Object.keys(locale.may.row)).toEqual([...rowKeys])
      expect(Object.keys(locale.may.words)).toEqual([...rowKeys])
      for (const word of Object.values(eventWords)) expect(locale.may.event).toHaveProperty(word)
    }
  })

  it.each([
    ['op', 'giveOp'],
    ['whitelist', 'whitelist'],
    ['tp', 'teleport'],
    ['gamemode', 'gameMode'],
    ['day', 'time'],
    ['rain', 'weather'],
    ['pardon', 'unban'],
    ['deop', 'takeOp'],
    ['rollback', 'restore'],
    ['console', 'command'],
    ['白名单', 'whitelist'],
    ['传送', 'teleport'],
    ['创造', 'gameMode'],
    ['封禁', 'ban'],
  ] as const)('are found by %s', (text, key) => {
    const found = (locale: object) => isFound(wordsOf(key, [], said(locale)), text)
    expect(found(zh) || found(en)).toBe(true)
    expect(found(zh)).toBe(true)
  })

  it('join what belongs together, and put what another program offers into a topic of its own', () => {
    const shop = action('ext.shop.sell', { name: 'Sell' })
    const rows = rowsOf(partsOf(server([...coreCatalogue.values(), shop]), [], t), t)
    expect(rows.map(({ topic }) => topic).filter((topic, at, all) => all.indexOf(topic) === at)).toEqual([
      ...['players', 'chat', 'world', 'building', 'server'],
      'ext.shop',
    ])
    expect(rows.find(({ key }) => key === 'seeWorld')?.parts.map(({ id }) => id)).toEqual([
      'world.time.get',
      'world.weather.get',
      'world.rule.get',
    ])
    expect(rows.at(-1)).toMatchObject({ name: 'Sell', key: shop.id })
  })

  it('say what is new, what changed and what is simply off by default', () => {
    const [shop, other, command] = [action('ext.shop.sell'), action('ext.shop.buy'), action('ext.java.command.run')]
    const changed = newOne(other, { reason: 'changed' } as never)
    const known = server([other], [newOne(shop), changed, newOne(command)])
    const parts = partsOf(
      known,
      [shop, other, command].map(({ id }) => standing(id)),
      t,
    )
    const rows = rowsOf(parts, t)
    expect(Object.fromEntries(rows.map(({ key, fresh, choice }) => [key, [fresh, choice]]))).toEqual({
      command: [undefined, 'off'],
      'ext.shop.buy': ['changed', 'off'],
      'ext.shop.sell': ['new', 'off'],
    })
    expect(rows.filter((row) => isIn(row, 'new'))).toHaveLength(2)
    const rejected = { at: '2026-01-01T00:00:00Z', by: 'desktop' }
    const off = rowsOf(partsOf(server([], [newOne(shop, { rejected })]), [standing(shop.id)], t), t)
    expect(off[0]).toMatchObject({ choice: 'off' })
    expect(off[0]?.fresh).toBeUndefined()
  })

  it('have no choice until it is known, and are mixed where parts differ', () => {
    const pair = [action('ext.java.allowlist.add'), action('ext.java.allowlist.remove')]
    const [first] = pair
    const rowFor = (standings: readonly ActionStanding[]) => rowsOf(partsOf(server(pair), standings, t), t)[0]
    expect(rowFor([])?.choice).toBeUndefined()
    expect(rowFor(pair.map(({ id }) => standing(id)))?.choice).toBe('allow')
    expect(rowFor(pair.map(({ id }) => standing(id, id === first?.id ? {} : { choice: 'ask' })))?.choice).toBe('mixed')
  })

  it('send what is new with its fingerprint, and nothing that must ask when all is allowed', () => {
    const parts = partsOf(
      server([action('player.ban')], [newOne(action('ext.shop.sell'))]),
      [standing('player.ban', { locked: 'critical' }), standing('ext.shop.sell')],
      t,
    )
    expect(chosenParts(parts, 'allow')).toEqual([{ id: 'ext.shop.sell', fingerprint: 'print of ext.shop.sell' }])
    expect(chosenParts(parts, 'off')).toHaveLength(2)
  })
})

describe('presets', () => {
  const part = (id: string, more: Partial<ActionPart> = {}, state: Partial<ActionStanding> = {}): ActionPart => ({
    id,
    name: id,
    manifest: action(id),
    standing: standing(id, state),
    ...more,
  })

  it('never allow what must ask, never start what is off by default, and leave changes to a person', () => {
    for (const preset of presets) {
      expect(presetChoice(preset, part('player.ban', {}, { usual: 'ask', locked: 'critical' }))).toBe('ask')
      for (const id of ['ext.java.command.run', 'system.restore'].filter(isOffByDefault)) {
        expect(presetChoice(preset, part(id, {}, { usual: 'ask' }))).toBe('off')
      }
      const findings = [{ kind: 'instruction', path: '/description', excerpt: 'Ignore' }] as const
      expect(presetChoice(preset, part('a', { waiting: newOne(action('a'), { findings } as never) }))).toBeUndefined()
      const changed = newOne(action('a'), { reason: 'changed' } as never)
      expect(presetChoice(preset, part('a', { waiting: changed }))).toBeUndefined()
    }
  })

  it('make every change ask, or let run what can be undone', () => {
    const undoable = action('a', { risk: { level: 'high', rollbackSupported: true } })
    const usual = { usual: 'ask', choice: 'ask' } as const
    expect(presetChoice('careful', part('a'))).toBe('ask')
    expect(presetChoice('careful', part('a', { manifest: manifestOf({ id: 'a', type: 'context' }) }))).toBe('allow')
    expect(presetChoice('trusting', part('a', { manifest: undoable }, usual))).toBe('allow')
    expect(presetChoice('trusting', part('a', {}, usual))).toBe('ask')
    expect(presetChoice('balanced', part('a', { manifest: undoable }, usual))).toBe('ask')
  })

  it('are choices of the owner, but for the balanced one, which only keeps off what it shows as off', () => {
    const orders = presets.map((preset) => (['allow', 'ask', 'off'] as const).map((choice) => orderFor(preset, choice)))
    expect(orders).toEqual([
      ['allow', 'ask', 'off'],
      ['usual', 'usual', 'off'],
      ['allow', 'ask', 'off'],
    ])
  })

  it('show what they change, and know themselves when they change nothing', () => {
    const parts = [part('a'), part('b', {}, { usual: 'ask', choice: 'ask' })]
    expect(currentPreset(parts)).toBe('balanced')
    expect(changesOf('careful', parts).map(({ part: { id }, choice }) => [id, choice])).toEqual([['a', 'ask']])
    expect(currentPreset([part('a', {}, { choice: 'off' })])).toBeUndefined()
  })

  it('start a server of which nothing ever ran, and only such a one', () => {
    const waiting = newOne(action('a'))
    const off = { choice: 'off' } as const
    expect(startable([part('a', { waiting }, off)])).toHaveLength(1)
    expect(startable([part('a', { waiting }, off), part('b')])).toEqual([])
    expect(changesOf('balanced', [part('a', { waiting }, off)]).map(({ choice }) => choice)).toEqual(['allow'])
  })
})
