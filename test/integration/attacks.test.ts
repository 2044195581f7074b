/** The corpus of attacks, from a real agent through the real gateway to the messages that a model reads. */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import type { AppLanguage } from '@shared/text/language.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Agent, ContractError, core, coreEvent, provider, serveAgent } from '../../agents/kit/sdk/index.js'
import { createMcpServer } from '../../src-main/consumers/mcp/mcp-server.js'
import { createToolList } from '../../src-main/consumers/mcp/tool-list.js'
import { AgentScene } from '../fakes/agent-scene.js'
import { bridgeClient } from '../fakes/authenticated-client.js'

interface Attack {
  readonly kind: string
  readonly language: AppLanguage
  readonly text: string
  readonly expect: 'data' | 'finding' | 'nothing'
}

const folder = path.resolve(import.meta.dirname, '../fixtures/attacks')
const attacks = readdirSync(folder).flatMap(
  (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Attack[],
)
const of = (...kinds: string[]) => attacks.filter(({ kind }) => kinds.includes(kind))

/** What must not be in anything that a model reads: controls, format characters, tags, selectors behind no picture. */
const unclean =
  /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Noncharacter_Code_Point}\u2028\u2029]|(?<!\p{Extended_Pictographic})\p{Variation_Selector}/u
const maxTextLength = 12_000

let attack: Attack
const own = provider({ id: 'attacker', name: 'Attacker' })
const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const
const reported = () => ({ text: attack.text })
const capabilities = [
  core('player.list', () => ({ players: [{ name: attack.text }], online: 1, max: 20 })),
  coreEvent('player.chat'),
  own.context(
    { id: 'ext.attacker.read', name: 'Read it', description: 'Reads a sign, a book or an item.', returns: text },
    reported,
  ),
  own.action({ id: 'ext.attacker.fail', name: 'Fail', description: 'Fails.', risk: 'low' }, () => {
    throw new ContractError('BUSINESS.OPERATION_FAILED', { message: attack.text, suggestion: attack.text })
  }),
  ...of('manifest').map(({ text: description }, at) =>
    own.context(
      {
        id: `ext.attacker.m${'abcdefghijklmnopqrstuvwxyz'[at % 26]}${at >= 26 ? 'x' : ''}`,
        name: description.slice(0, 64),
        description,
      },
      reported,
    ),
  ),
]

const scene = new AgentScene()
let agent: Agent
let client: Client
/** Every message to the model's side, as it was sent. */
const messages: unknown[] = []

beforeAll(async () => {
  agent = await serveAgent({
    info: { id: 'attacked', name: 'Attacked', version: '1.0.0' },
    token: 't',
    capabilities,
    port: 0,
    onError: () => {},
  })
  await scene.dial(agent.address, 't')
  const { gateway, clock, log } = scene
  const server = createMcpServer({ gateway, clock, log }, createToolList(gateway.registry), {
    authenticated: bridgeClient,
  })
  client = new Client({ name: 'model', version: '1.0.0' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  const { send } = far
  far.send = (message, options) => {
    messages.push(message)
    return send.call(far, message, options)
  }
  await server.connect(far)
  await client.connect(near)
})

afterAll(async () => {
  await client.close()
  await scene.stop()
  await agent.close()
})

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      yield name
      yield* stringsIn(member)
    }
  }
}

function expectClean(sent: readonly unknown[]): void {
  expect(sent.length).toBeGreaterThan(0)
  for (const one of stringsIn(sent)) {
    expect(unclean.exec(one)?.[0] ?? '', JSON.stringify(one)).toBe('')
    expect(one.length).toBeLessThanOrEqual(maxTextLength)
  }
}

/** Some words of the text are in the message, all of them between random delimiters. */
function expectFenced(shown: string): void {
  const [, mark = '', inside = ''] = /^--- begin (\S{12}) ---\n([\s\S]*)\n--- end \1 ---$/mu.exec(shown) ?? []
  expect(mark, shown).not.toBe('')
  expect(inside).not.toContain(mark)
  expect(attack.text).not.toContain(mark)
  const outside = shown.replace(`--- begin ${mark} ---\n${inside}\n--- end ${mark} ---`, '')
  const word = /[\p{L}\d]{6,}/u.exec(attack.text)?.[0]
  if (word) expect(outside).not.toContain(word)
}

const textOf = (result: { content?: unknown }): string =>
  ((result.content ?? []) as { text?: string }[]).map((part) => part.text ?? '').join('\n')

async function callTool(name: string, given: Record<string, unknown> = {}) {
  const from = messages.length
  const result = await client.callTool({ name, arguments: given })
  return { result, sent: messages.slice(from) }
}

describe('the corpus', () => {
  // verifies: promise 9
  it('has at least sixty attacks of every kind, in English and Chinese', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(60)
    const kinds = new Set(attacks.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual(['agent-error', 'book', 'chat', 'item', 'manifest', 'motd', 'name', 'sign'])
    for (const kind of kinds) expect(new Set(of(kind).map(({ language }) => language))).toEqual(new Set(['en', 'zh']))
  })
})

// verifies: invariant 5
describe('what a model reads', () => {
  it.each(of('sign', 'book', 'item', 'motd'))('of a $kind is data: $text', async (one) => {
    attack = one
    const { result, sent } = await callTool('ext_attacker_read')
    expectClean(sent)
    expectFenced(textOf(result))
  })

  it.each(of('name'))('of a name is data: $text', async (one) => {
    attack = one
    // What was just read is cached for a second.
    await scene.clock.advance(61_000)
    const { result, sent } = await callTool('player_list')
    expectClean(sent)
    expectFenced(textOf(result))
    const from = messages.length
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'greet_player' },
      argument: { name: 'playerName', value: '' },
    })
    await client.readResource({ uri: 'minecraft://agent/players' })
    expectClean(messages.slice(from))
    for (const value of completion.values) expect(value).not.toMatch(/\n/u)
  })

  it.each(of('chat'))('of chat is data: $text', async (one) => {
    attack = one
    const arrived = scene.next('player.chat')
    agent.emit('player.chat', {
      playerName: 'Mallory',
      playerUuid: '00000000-0000-4000-8000-000000000000',
      message: one.text,
      timestamp: new Date(0).toISOString(),
    })
    await arrived
    const { result, sent } = await callTool('get_recent_events', { limit: 1 })
    expectClean(sent)
    expectFenced(textOf(result))
  })

  it.each(of('agent-error'))("of a server's error is data: $text", async (one) => {
    attack = one
    const { result, sent } = await callTool('ext_attacker_fail')
    expect(result.isError).toBe(true)
    expectClean(sent)
    expectFenced(textOf(result))
  })

  it('of descriptions is clean and short, wherever it reads them', async () => {
    const from = messages.length
    const { tools } = await client.listTools()
    expect(tools.filter(({ name }) => name.startsWith('ext_attacker_m')).length).toBe(of('manifest').length)
    for (const { name } of tools) await client.callTool({ name: 'get_tool_manifest', arguments: { name } })
    await client.listResources()
    await client.callTool({ name: 'list_servers', arguments: {} })
    const sent = messages.slice(from)
    for (const one of stringsIn(sent)) expect(unclean.exec(one)?.[0] ?? '', JSON.stringify(one)).toBe('')
  })
})

// verifies: promise 8
it.each(of('manifest').filter(({ expect: wanted }) => wanted === 'finding'))(
  'what a person reads before they accept says what is wrong with $text',
  ({ text: description }) => {
    const server = scene.gateway.registry.servers().find(({ id }) => id === 'agent')
    const capability = capabilities.find(({ manifest }) => manifest.description === description)
    expect(server?.findings?.[capability?.manifest.id ?? '']?.length).toBeGreaterThan(0)
  },
)
