/** Agents: offers, updates and frames that are costly to admit, from a server that the program dials. */
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import type { RawAgent } from '../../fakes/raw-agent.js'
import type { AttackCase } from '../attack-case.js'
import type { AttackScene } from '../attack-scene.js'

const kib = 1_024
/** Long enough to admit what was offered. */
const admittedMs = 1_200
const settledMs = 300

const letters = (number: number): string => [...`${number}`].map((digit) => 'abcdefghij'[Number(digit)]).join('')

interface Change {
  readonly description?: string
  readonly [name: string]: unknown
}

const manifest = (at: number, change: Change = {}): object => ({
  id: `ext.hostile.c${letters(at)}`,
  version: '1.0.0',
  type: 'context',
  provider: { id: 'hostile', name: 'Hostile', version: '1.0.0' },
  name: `Capability ${at}`,
  description: `Reads what there is at place ${at}.`,
  parameters: { type: 'object', properties: { place: { type: 'string', maxLength: 64 } } },
  returns: { type: 'object', properties: { found: { type: 'integer' } } },
  ...change,
})

const offer = (count: number, change: (at: number) => Change = () => ({})): object[] =>
  Array.from({ length: count }, (_, at) => manifest(at, change(at)))

let salt = 0
/** Never the same twice, because cached manifests cost nothing. */
const fresh = (): number => 100_000 * ++salt

const freshOffer = (count: number, change: (at: number) => Change = () => ({})): object[] => {
  const from = fresh()
  return Array.from({ length: count }, (_, at) => manifest(from + at, change(at)))
}

/** Text that is most expensive to scan, clean and search. */
const texts: Readonly<Record<string, (length: number) => string>> = {
  'plain words': (length) => 'reads a block '.repeat(length / 14),
  Cyrillic: (length) => 'ребенок '.repeat(length / 8),
  'marks on letters': (length) => 'a\u0301\u0302\u0303'.repeat(length / 4),
  'slashes and equals': (length) => '/=/='.repeat(length / 4),
  base64: (length) => 'QUJD'.repeat(length / 4),
  'signs of no width': (length) => 'a\u200b'.repeat(length / 2),
  'tags of Unicode': (length) => '\u{e0041}'.repeat(length / 2),
  'line ends': (length) => '\n'.repeat(length),
  'a link after the other': (length) => 'http://a.b/ '.repeat(length / 12),
  brackets: (length) => '[[((<<{{'.repeat(length / 8),
  Chinese: (length) => '请读取方块'.repeat(length / 5),
}

const update = (agent: RawAgent, capabilities: readonly object[], action = 'add'): void =>
  agent.send({ type: 'capability_update', action, capabilities })

/** Offers it as an update: it takes the same way as what comes with a registration. */
const register = async (scene: AttackScene, capabilities: readonly object[]): Promise<void> => {
  update(scene.nextAgent(), capabilities)
  await pause(admittedMs)
}

const hostileTexts = Object.entries(texts).flatMap(([what, text]): AttackCase[] => [
  {
    name: `a description of 20,000 characters of ${what}`,
    cause: 'patterns',
    attack: (scene) =>
      register(
        scene,
        freshOffer(1, () => ({ description: text(20_000) })),
      ),
  },
  {
    name: `40 examples with texts of ${what}`,
    cause: 'patterns',
    attack: (scene) =>
      register(
        scene,
        freshOffer(40, () => ({ examples: [{ name: 'An example', parameters: { place: text(4_000) } }] })),
      ),
  },
])

const nested = (depth: number): object =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } }
const wide = (count: number): object => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string' }])),
})

const offers: Readonly<Record<string, () => object[]>> = {
  'of 1 MB with 500 ordinary manifests': () =>
    freshOffer(500, (at) => ({ description: `Reads what there is. ${'It is a long text. '.repeat(60)}${at}` })),
  'of 500 manifests without an id': () => freshOffer(500, () => ({ id: undefined })),
  'of 500 manifests of one id': () => offer(500, () => ({ id: 'ext.hostile.same', description: `${fresh()}` })),
  'of 5,000 references': () =>
    Array.from({ length: 5_000 }, () => ({ id: 'player.list', version: '1.0.0', type: 'context' })),
  'of 20,000 empty objects': () => Array.from({ length: 20_000 }, () => ({})),
  'of schemas with 18 levels': () => freshOffer(50, () => ({ parameters: nested(18) })),
  'of schemas with 60 levels': () => freshOffer(20, () => ({ parameters: nested(25) })),
  'of schemas with 500 members': () => freshOffer(20, () => ({ parameters: wide(500) })),
  'of schemas that refer to themselves': () =>
    freshOffer(20, () => ({
      parameters: {
        type: 'object',
        properties: { a: { $ref: '#/definitions/a' } },
        definitions: { a: { $ref: '#/definitions/a' } },
      },
    })),
  'of references that double sixteen times': () =>
    freshOffer(5, () => ({
      parameters: {
        type: 'object',
        properties: { a: { $ref: '#/definitions/d0' } },
        definitions: Object.fromEntries(
          Array.from({ length: 16 }, (_, at) => [
            `d${at}`,
            at === 15
              ? { type: 'string' }
              : {
                  type: 'object',
                  properties: { l: { $ref: `#/definitions/d${at + 1}` }, r: { $ref: `#/definitions/d${at + 1}` } },
                },
          ]),
        ),
      },
    })),
  'of patterns that backtrack': () =>
    freshOffer(20, () => ({
      parameters: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
      examples: [{ name: 'An example', parameters: { a: `${'a'.repeat(40)}!` } }],
    })),
  'of a thousand tags each': () => freshOffer(20, () => ({ tags: Array.from({ length: 1_000 }, (_, at) => `t${at}`) })),
  'of one manifest of 900 KiB': () => freshOffer(1, () => ({ description: 'x'.repeat(900 * kib) })),
}

const hostileOffers = Object.entries(offers).map(
  ([what, capabilities]): AttackCase => ({
    name: `an offer ${what}`,
    cause: 'admission',
    attack: (scene) => register(scene, capabilities()),
  }),
)

const updates: readonly AttackCase[] = [
  ...(['the same', 'new ones'] as const).map(
    (what): AttackCase => ({
      name: `30 updates of 500 manifests, ${what} each time`,
      cause: 'admission',
      attack: async (scene) => {
        const agent = scene.nextAgent()
        const same = freshOffer(500)
        for (let at = 0; at < 30; at++) update(agent, what === 'the same' ? same : freshOffer(500))
        await pause(2 * admittedMs)
      },
    }),
  ),
  {
    name: '2,000 small updates',
    cause: 'admission',
    attack: async (scene) => {
      const agent = scene.nextAgent()
      for (let at = 0; at < 2_000; at++) update(agent, freshOffer(1))
      await pause(admittedMs)
    },
  },
  {
    name: 'updates that add and remove the same 200',
    cause: 'admission',
    attack: async (scene) => {
      const agent = scene.nextAgent()
      const same = freshOffer(200)
      for (let at = 0; at < 20; at++) update(agent, same, at % 2 === 0 ? 'add' : 'remove')
      await pause(admittedMs)
    },
  },
]

const frames: Readonly<Record<string, () => string>> = {
  'no JSON': () => '{'.repeat(1_000),
  '60,000 levels': () => '['.repeat(60_000) + ']'.repeat(60_000),
  'a million values': () => `[${'0,'.repeat(500_000)}0]`,
  '90,000 names that differ, 64 in each object': () => {
    let name = 0
    const object = () => `{${Array.from({ length: 64 }, () => `"${(++name).toString(36)}":0`).join(',')}}`
    return `[${Array.from({ length: 1_400 }, object).join(',')}]`
  },
  '64 names in another order in each of 1,400 objects': () => {
    const names = Array.from({ length: 64 }, (_, at) => `"n${at}":0`)
    const shuffled = fc.sample(fc.shuffledSubarray(names, { minLength: 64 }), { seed: 1, numRuns: 1_400 })
    return `[${shuffled.map((members) => `{${members.join(',')}}`).join(',')}]`
  },
  'a number of 500,000 digits': () => `{"id":${'9'.repeat(500_000)}}`,
  'an event of 900 KiB': () =>
    JSON.stringify({
      id: 'e',
      type: 'event',
      timestamp: '2026-01-19T10:30:00Z',
      payload: { eventId: 'player.chat', data: { message: 'x'.repeat(900 * kib) } },
    }),
  'an error of 200 KiB': () =>
    JSON.stringify({
      id: 'e',
      type: 'error',
      timestamp: '2026-01-19T10:30:00Z',
      error: { code: 'BUSINESS.OPERATION_FAILED', message: 'е'.repeat(100 * kib) },
    }),
  'a heartbeat with 10,000 members': () =>
    JSON.stringify({
      id: 'h',
      type: 'heartbeat',
      timestamp: '2026-01-19T10:30:00Z',
      status: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`m${at}`, at])),
    }),
  'an answer that nobody waits for': () =>
    JSON.stringify({
      id: 'r',
      type: 'response',
      correlationId: 'none',
      timestamp: '2026-01-19T10:30:00Z',
      payload: { success: true, data: { text: 'x'.repeat(500 * kib) } },
    }),
}

const hostileFrames = Object.entries(frames).map(
  ([what, text]): AttackCase => ({
    name: `frames: 20 times ${what}`,
    cause: 'bodies',
    attack: async (scene) => {
      const agent = scene.nextAgent()
      const frame = text()
      for (let at = 0; at < 20; at++) agent.sendText(frame)
      await pause(settledMs)
    },
  }),
)

const floods: readonly AttackCase[] = [
  {
    name: 'heartbeats, 5,000 of them',
    cause: 'admission',
    attack: async (scene) => {
      const agent = scene.nextAgent()
      for (let at = 0; at < 5_000; at++) agent.send({ type: 'heartbeat', status: { healthy: at % 2 === 0 } })
      await pause(settledMs)
    },
  },
  {
    name: 'events of chat, 3,000 of them',
    cause: 'admission',
    attack: async (scene) => {
      const agent = scene.nextAgent()
      update(agent, [{ id: 'player.chat', version: '1.0.0', type: 'event' }])
      for (let at = 0; at < 3_000; at++) {
        agent.send({
          type: 'event',
          payload: { eventId: 'player.chat', data: { playerName: 'Steve', message: `${at} ${'/=/='.repeat(50)}` } },
        })
      }
      await pause(admittedMs)
    },
  },
  {
    name: 'registering again and again, ten times',
    cause: 'admission',
    attack: async (scene) => {
      const agent = scene.nextAgent()
      const same = freshOffer(200)
      for (let at = 0; at < 10; at++) agent.acknowledge({ id: `again-${at}`, type: 'register' }, { capabilities: same })
      await pause(admittedMs)
    },
  },
  {
    name: 'binary frames',
    cause: 'bodies',
    attack: async (scene) => {
      const agent = scene.nextAgent()
      for (let at = 0; at < 50; at++) agent.sendBytes(Buffer.alloc(200 * kib, at))
      await pause(settledMs)
    },
  },
]

/** Made by a generator, for unexpected shapes. */
const generated: readonly AttackCase[] = Array.from({ length: 12 }, (_, seed) => ({
  name: `an offer made at random, number ${seed}`,
  cause: 'admission' as const,
  ...(seed >= 4 && { long: true as const }),
  attack: async (scene: AttackScene) => {
    const strange = fc.sample(fc.object({ maxDepth: 4, maxKeys: 12, withNullPrototype: false }), { seed, numRuns: 40 })
    const odd = fc.sample(fc.string({ unit: 'binary', maxLength: 2_000 }), { seed, numRuns: 40 })
    await register(
      scene,
      freshOffer(40, (at) => ({
        name: odd[at]?.slice(0, 60) || 'Odd',
        description: odd[at] || 'Odd.',
        parameters: { type: 'object', properties: strange[at] as object },
        examples: [{ name: 'An example', parameters: strange[39 - at] }],
      })),
    )
  },
}))

export const agentCases: readonly AttackCase[] = [
  ...hostileOffers,
  ...updates,
  ...hostileFrames,
  ...floods,
  ...hostileTexts,
  ...generated,
]
