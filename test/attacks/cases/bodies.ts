/** Bodies: JSON that is small enough to be accepted but costly to parse or validate, and larger JSON. */
import { expect } from 'vitest'
import type { AttackCase } from '../attack-case.js'
import type { AttackScene } from '../attack-scene.js'

const kib = 1_024
const endpoints = {
  REST: '/api/v1/capabilities/world.time.set/invoke',
  MCP: '/mcp',
  'the legacy dialect': '/mcp-legacy',
  chat: '/api/v1/chat',
  'OAuth registration': '/oauth/register',
} as const

const rpc = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
const names = (count: number) => `{${Array.from({ length: count }, (_, at) => `"n${at.toString(36)}":1`).join(',')}}`

/** Hostile values as JSON, by what they are. */
const values: Readonly<Record<string, () => string>> = {
  'unknown names, 9,900': () => names(9_900),
  'unknown names, 30,000': () => names(30_000),
  'empty lists, 120,000': () => `[${'[],'.repeat(120_000)}[]]`,
  'lists in lists, 60,000 levels': () => '['.repeat(60_000) + ']'.repeat(60_000),
  'an open text of 250 KiB': () => `{"a":"${'x'.repeat(250 * kib)}`,
  'a number of 200,000 digits': () => `{"time":${'9'.repeat(200_000)}}`,
  'backslashes, 100,000': () => `{"a":"${'\\\\'.repeat(100_000)}"}`,
  'escaped characters, 40,000': () => `{"a":"${'\\u0430'.repeat(40_000)}"}`,
  'one name 20,000 times': () => `{${'"a":1,'.repeat(19_000)}"a":1}`,
  '__proto__ at every level': () => `${'{"__proto__":'.repeat(60)}1${'}'.repeat(60)}`,
  'names that look like places of a list': () =>
    `{${Array.from({ length: 9_000 }, (_, at) => `"${4_294_967_290 - at}":1`).join(',')}}`,
}

/** Puts the value where each API expects it. */
const within: Readonly<Record<keyof typeof endpoints, (value: string) => string>> = {
  REST: (value) => `{"parameters":${value}}`,
  MCP: (value) => rpc(`{"name":"world_time_set","arguments":${value}}`),
  'the legacy dialect': (value) => rpc(`{"name":"world_time_set","arguments":${value}}`),
  chat: (value) => `{"message":${value}}`,
  'OAuth registration': (value) => `{"client_name":${value}}`,
}

const refusedOnce = async (scene: AttackScene, path: string, body: string): Promise<void> => {
  const replies = await Promise.all(Array.from({ length: 4 }, () => scene.send(path, body)))
  for (const { status, text } of replies) {
    expect([0, ...clientErrors]).toContain(status)
    expect(text.length, 'an error is short').toBeLessThan(16 * kib)
  }
}
const clientErrors = Array.from({ length: 100 }, (_, at) => 400 + at)

const wrongValues = Object.entries(endpoints).flatMap(([endpoint, path]) =>
  Object.entries(values).map(
    ([name, value]): AttackCase => ({
      name: `${name}, sent to ${endpoint}`,
      cause: 'bodies',
      attack: (scene) => refusedOnce(scene, path, within[endpoint as keyof typeof endpoints](value())),
    }),
  ),
)

const tooLarge = Object.entries(endpoints).flatMap(([endpoint, path]): AttackCase[] => [
  {
    name: `a body of 17 MB, sent to ${endpoint}`,
    cause: 'bodies',
    attack: async (scene) => {
      const { status } = await scene.send(path, Buffer.alloc(17_000_000, ' '))
      expect([0, 400, 413, 429]).toContain(status)
    },
  },
  {
    name: `a body of 300 KiB in pieces without its length, sent to ${endpoint}`,
    cause: 'bodies',
    attack: async (scene) => {
      const asked = scene.begin(path, { 'transfer-encoding': 'chunked' })
      const received = new Promise<number>((resolve) => {
        asked.once('response', (response) => resolve(response.statusCode ?? 0))
        asked.once('close', () => resolve(0))
      })
      for (let at = 0; at < 300 && !asked.destroyed; at++) asked.write(' '.repeat(kib))
      asked.end()
      expect([0, 400, 413, 429]).toContain(await received)
    },
  },
])

export const bodyCases: readonly AttackCase[] = [...wrongValues, ...tooLarge]
