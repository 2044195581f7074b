import { defaultSettings } from '@shared/program/settings.js'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { StreamSafe } from '../../../../src-main/gateway/feeds/stream-safe.js'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import { PageMask } from '../../../../src-main/owner/doors/page-mask.js'

const names = ['Steve_Smith', 'Ángel', '小明', 'Anna Lee']

function setUp(streamSafe = true) {
  let settings = { ...defaultSettings, streamSafe, streamNames: names }
  const changes = new Emitter<void>()
  const stream = new StreamSafe({
    settings: {
      get: () => settings,
      change(change) {
        settings = { ...settings, ...change }
        changes.emit()
        return true
      },
      onDidChange: changes.on,
    },
    computer: { homes: ['/data/ada'], user: 'ada' },
    language: () => 'en',
  })
  return { stream, mask: new PageMask(stream) }
}

const server = { id: 'mc.example.com:8765', name: 'Home of Anna Lee' }

describe('a page in stream-safe mode', () => {
  let mask: PageMask
  beforeEach(() => {
    mask = setUp().mask
  })

  it('names a server, a file, a network or a service by what it was shown', () => {
    const shown = mask.value({
      server,
      file: '/data/ada/.config/client.json',
      network: '192.168.1.0/24',
      service: { name: 'Notes of Anna Lee' },
      streamNames: names,
      draft: { args: ['--root', '/data/ada/notes'] },
    })
    expect(JSON.stringify(shown)).not.toMatch(/mc\.example|ada|192|Anna|小明/u)
    expect(mask.meant('servers:remove', { id: shown.server.id })).toEqual({ id: server.id })
    expect(mask.meant('undo:list', { server: shown.server.id, limit: 5 })).toEqual({ server: server.id, limit: 5 })
    expect(mask.meant('connect:take-back', { file: shown.file })).toEqual({ file: '/data/ada/.config/client.json' })
    expect(mask.meant('services:stop', { name: shown.service.name })).toEqual({ name: 'Notes of Anna Lee' })
    expect(
      mask.meant('settings:change', {
        streamNames: [...shown.streamNames.slice(1), 'Alex'],
        lanApprovals: { enabled: true, port: 8_799, networks: [{ interface: 'eth0', network: shown.network }] },
      }),
    ).toEqual({
      streamNames: [...names.slice(1), 'Alex'],
      lanApprovals: { enabled: true, port: 8_799, networks: [{ interface: 'eth0', network: '192.168.1.0/24' }] },
    })
    const draft = { type: 'stdio', command: 'node', args: [...shown.draft.args, '--new'] }
    expect(mask.meant('services:edit', { name: 'files', draft })).toEqual({
      name: 'files',
      draft: { ...draft, args: ['--root', '/data/ada/notes', '--new'] },
    })
  })

  it('names servers in the names of members, in lists and in one of several shapes', () => {
    const { id } = mask.value(server)
    expect(mask.meant('clients:edit', { id: 'client:1', roles: { [id]: 'viewer' } })).toEqual({
      id: 'client:1',
      roles: { [server.id]: 'viewer' },
    })
    expect(mask.meant('connect:findings', { client: id })).toEqual({ client: server.id })
    const chat = { servers: { [id]: 'all' }, muted: [{ server: id, player: 'Bob' }] }
    expect(mask.meant('settings:change', { chat })).toEqual({
      chat: { servers: { [server.id]: 'all' }, muted: [{ server: server.id, player: 'Bob' }] },
    })
  })

  it('knows ids in texts that contain JSON', () => {
    const shown = mask.value({ entries: JSON.stringify([{ server }]) })
    const { id } = JSON.parse(shown.entries)[0].server
    expect(mask.meant('servers:history', { id })).toEqual({ id: server.id })
  })

  it('sends back the variables and headers of a service when another part of it is changed', () => {
    const env = { API_URL: 'https://203.0.113.9/api', ROOT: '/data/ada/notes' }
    const headers = { 'X-Origin': 'https://203.0.113.9' }
    const shown = mask.value({ services: [{ draft: { env } }, { draft: { headers } }] })
    expect(JSON.stringify(shown)).not.toMatch(/203|ada/u)
    const [local, remote] = shown.services
    const stdio = { type: 'stdio', command: 'node', args: ['--new'] }
    expect(mask.meant('services:edit', { name: 'a', draft: { ...stdio, ...local?.draft } })).toEqual({
      name: 'a',
      draft: { ...stdio, env },
    })
    const http = { type: 'http', url: 'https://example.org' }
    expect(mask.meant('services:edit', { name: 'b', draft: { ...http, ...remote?.draft } })).toEqual({
      name: 'b',
      draft: { ...http, headers },
    })
  })

  it('answers the question of a service with what it offered', () => {
    const content = mask.value({
      kind: 'form',
      fields: [
        { name: 'who', kind: 'choice', options: [{ value: 'Anna Lee', title: 'ANNA LEE' }] },
        { name: 'hosts', kind: 'choices', options: [{ value: '203.0.113.9', title: 'One' }], default: ['/data/ada'] },
        { name: 'at 203.0.113.10', kind: 'text', default: 'See 203.0.113.11' },
      ],
    })
    const [who, hosts, at] = content.fields
    expect(JSON.stringify(content)).not.toMatch(/Anna|203|ada/u)
    const answer = (values: object) => ({ id: 'input:1', answer: { action: 'accept', values } })
    const chosen = {
      who: who?.options?.[0]?.value,
      hosts: [hosts?.options?.[0]?.value, ...(hosts?.default ?? [])],
      count: 3,
    }
    expect(mask.meant('inputs:answer', answer({ ...chosen, [at?.name ?? '']: at?.default }))).toEqual(
      answer({ who: 'Anna Lee', hosts: ['203.0.113.9', '/data/ada'], count: 3, 'at 203.0.113.10': 'See 203.0.113.11' }),
    )
    expect(mask.meant('inputs:answer', answer({ who: '‹address 99›' }))).toBeUndefined()
  })

  it.each([
    ['in case', 'Anna Lee', 'anna lee'],
    ['in letters that look alike', 'Anna Lee', 'Аnna Lee'],
  ])('cannot name one of two services whose names differ only %s', (_how, one, other) => {
    const shown = mask.value({ services: [{ name: one }, { name: other }] })
    const [first, second] = shown.services.map(({ name }) => name)
    expect(first).toBe(second)
    expect(mask.meant('services:remove', { name: second })).toBeUndefined()
  })

  it('tells names apart by where they were shown', () => {
    const shown = mask.value({ streamNames: ['Anna Lee'], muted: [{ player: 'anna lee' }] })
    expect(shown.streamNames[0]).toBe(shown.muted[0]?.player)
    expect(mask.meant('settings:change', { streamNames: shown.streamNames })).toEqual({ streamNames: ['Anna Lee'] })
    const muted = [{ server: 'demo', player: shown.muted[0]?.player }]
    expect(mask.meant('settings:change', { chat: { muted } })).toEqual({
      chat: { muted: [{ server: 'demo', player: 'anna lee' }] },
    })
  })

  it('sends typed text as it is', () => {
    const typed = { name: 'Steve_Smith at home', address: 'ws://203.0.113.9:8765', token: 'x' }
    expect(mask.meant('servers:add', typed)).toEqual(typed)
  })

  it.each([
    ['in a text that a person types', 'rules:edit', { id: 'r', change: { note: '‹address 1›' } }],
    ['in the arguments of a call', 'capabilities:attempt', { arguments: { to: '‹address 1›' } }],
    ['beside other text', 'servers:history', { id: 'x‹address 1›' }],
    ['that was never shown', 'servers:history', { id: '‹address 99›' }],
    ['in the name of a member', 'capabilities:attempt', { arguments: { '‹address 1›': 1 } }],
  ] as const)('cannot send a mark %s', (_where, channel, payload) => {
    expect(mask.value(server).id).toBe('‹address 1›')
    expect(mask.meant(channel, payload)).toBeUndefined()
  })

  it('cannot name what a mark does not tell apart', () => {
    const { draft } = mask.value({ draft: { args: ['token=one', 'token=two'] } })
    expect(draft.args).toEqual(['token=‹secret›', 'token=‹secret›'])
    expect(
      mask.meant('services:edit', { name: 'a', draft: { type: 'stdio', command: 'node', ...draft } }),
    ).toBeUndefined()
  })

  it('still knows its servers after a flood of addresses', () => {
    const { id } = mask.value(server)
    mask.value({ rows: Array.from({ length: 10_001 }, (_, at) => ({ id: `10.${at >> 8}.${at & 255}.1` })) })
    expect(mask.meant('servers:remove', { id })).toEqual({ id: server.id })
  })

  it('forgets what it was shown when the mode is switched', () => {
    const { stream, mask: other } = setUp()
    const { id } = other.value(server)
    stream.turn(false)
    expect(other.meant('servers:remove', { id })).toEqual({ id })
    stream.turn(true)
    expect(other.meant('servers:remove', { id })).toBeUndefined()
  })

  it('changes nothing while the mode is off', () => {
    const off = setUp(false).mask
    expect(off.value(server)).toBe(server)
    const payload = { id: 'r', change: { note: '‹coordinates›' } }
    expect(off.meant('rules:edit', payload)).toBe(payload)
  })

  it('learns nothing by sending untrusted text back, whatever marks are in it', () => {
    const secrets = ['203.0.113.77', '/data/ada', 'Steve_Smith', '小明']
    const shown = secrets.map((id) => mask.value({ id }).id)
    for (const mark of shown) expect(mark).toMatch(/^‹.+ .+›$/u)
    const filler = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[‹›]/gu, ''))
    const forged = fc.constantFrom(
      ...shown,
      ...shown.map((mark) => JSON.stringify(mark).replace(/[‹›]/gu, (edge) => (edge === '‹' ? '\\u2039' : '\\u203a'))),
      ...[
        '‹',
        '›',
        '‹地址 1›',
        '‹主目录 1›',
        '‹玩家 A›',
        'address 1',
        'home folder 1',
        'Player A',
        '"',
        '\u200b',
        '/msg x ',
      ],
    )
    const piece = fc.oneof({ weight: 3, arbitrary: forged }, { weight: 1, arbitrary: filler })
    const hostileText = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
    const hostile = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        hostileText,
        tie('object'),
        tie('list'),
        tie('object').map((value) => JSON.stringify(value)),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(fc.oneof(fc.constantFrom('token', 'command', 'location'), hostileText), tie('value'), {
        maxKeys: 4,
      }),
    })).value
    const revealsNothing = fc.property(hostile, (value) => {
      const seen = mask.value({ arguments: value })
      const sent = [mask.meant('capabilities:attempt', seen), mask.meant('servers:remove', { id: seen.arguments })]
      for (const secret of secrets) expect(JSON.stringify(sent)).not.toContain(secret)
    })
    fc.assert(revealsNothing, { numRuns: 500 })
    // A folder as the name of a member below a token.
    fc.assert(revealsNothing, { seed: 1377936983, path: '444:1:5:4:4' })
  })
})
