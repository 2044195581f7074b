/** The risk that README, Help and the documents promise, checked against what the gateway decides. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defaultSettings } from '@shared/program/settings.js'
import { describe, expect, it } from 'vitest'
import { manifestOf } from '../../src-main/providers/java/manifests/index.js'
import { GatewayUnderTest } from '../fakes/gateway-under-test.js'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** What README says that an AI wants → an action or a read. */
const wishes: Readonly<Record<string, readonly [string, object]>> = {
  'read something': ['player.list', {}],
  'send a private message': ['ext.java.message.send', { playerName: 'Alex', message: 'Hello.' }],
  'teleport a player': [
    'player.teleport',
    { playerName: 'Alex', location: { world: 'minecraft:overworld', x: 1, y: 70, z: 1 } },
  ],
  'send a chat message': ['chat.broadcast', { message: 'Hello.' }],
  'set the time': ['world.time.set', { worldName: 'world', time: 1_000 }],
  'change a game rule': ['world.rule.set', { worldName: 'world', rule: 'keepInventory', value: true }],
  'ban a player': ['player.ban', { playerName: 'Mallory', reason: 'Griefing.' }],
}

const rows = [...read('README.md').matchAll(/^\| ([^|]+) \| (Low|Medium|High|Critical) \| ([^|]+) \|$/gmu)].flatMap(
  ([, wanted = '', risk = '', answer = '']) =>
    wanted.split(', ').map((wish) => [wish.trim(), risk.toLowerCase(), answer.trim()] as const),
)

describe('what README says about risk', () => {
  it('names every wish of this test', () => expect(rows.map(([wish]) => wish)).toEqual(Object.keys(wishes)))

  it.each(rows)('happens: to %s is %s and Gatehouse "%s"', async (wish, risk, answer) => {
    const [id, given] = wishes[wish] ?? ['', {}]
    const under = new GatewayUnderTest({
      governance: () => defaultSettings,
      quorums: () => ({ criticalQuorum: 1, quorums: {} }),
    })
    under.serve('village', [], { kind: 'java', capabilities: [manifestOf(id)] })
    under.gateway.approvals.attach()
    const { outcome } = await under.call(id, given, { dryRun: true })
    expect(outcome).toMatchObject({
      forecast: { risk: { level: risk }, decision: answer === 'allows it' ? 'run' : 'ask' },
    })
  })
})

describe('what Help says about risk', () => {
  const { help } = JSON.parse(read('src-renderer/locales/en.json'))

  it('names what low risk may do besides reading', () => {
    const low = ['ext.java.message.send', 'ext.java.title.show'].map((id) => manifestOf(id))
    expect(low.map(({ type, risk }) => [type, risk?.level])).toEqual(low.map(() => ['action', 'low']))
    expect(help.risk.low).toContain('shows players a message')
  })

  it('names the minutes of the program', async () => {
    const { taintMs } = await import('../../src-main/gateway/path/taint-tracker.js')
    expect(taintMs).toBe(10 * 60_000)
    for (const text of [help.risk.medium.asks, read('README.md'), read('docs/governance.md')]) {
      expect(text.toLowerCase()).toContain('ten minutes')
    }
  })
})
