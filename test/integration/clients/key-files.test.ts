/** AI clients with keys of their own, through the built bridge: distinguished by the key, whatever they call themselves. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CleanUp, callTool, dist, type Headless, startHeadless, type ToolEnvelope } from '../../fixtures/programs.js'
import { until } from '../../fixtures/until.js'

// Each step starts a program, and the machine may be busy.

const cleanUp = new CleanUp()
let gateway: Headless
beforeEach(async () => {
  gateway = await startHeadless(cleanUp, ['--simulator', '--control', 'stdin'])
})
afterEach(() => cleanUp.run())

const gatehouse = (...args: string[]) =>
  execFileSync(process.execPath, [path.join(dist, 'cli.cjs'), ...args, '--profile', gateway.profile], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
const addKey = (name: string, file: string, ...more: string[]) =>
  JSON.parse(gatehouse('clients', 'add', name, '--key-file', file, '--json', ...more)).client as { id: string }
const keyFile = (file: string) => path.join(gateway.profile, 'client-keys', `${file}.key`)

/** A program that starts the bridge, with the key of this file or without one. */
async function start(file?: string, says = 'claude-ai'): Promise<Client> {
  const option = file === undefined ? [] : ['--client', file]
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(dist, 'stdio-bridge.cjs'), '--profile', gateway.profile, ...option],
    env: { PATH: process.env.PATH ?? '', GATEHOUSE_NO_LAUNCH: '1' },
    stderr: 'ignore',
  })
  const client = cleanUp.add(new Client({ name: says, version: '1.0.0' }), (open) => open.close())
  await client.connect(transport)
  return client
}

/** Changes keys while a bridge stands still, as on a busy computer: it learns of everything at once. */
async function whileStopped<T>({ transport }: Client, change: () => { readonly call: Promise<T> }) {
  const { pid } = transport as StdioClientTransport
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => process.platform === 'win32' || process.kill(pid ?? 0, name)
  signal('SIGSTOP')
  const { call } = change()
  // The call is written by then.
  await new Promise((resolve) => setImmediate(resolve))
  signal('SIGCONT')
  return call
}

const night = { worldName: 'world', time: 13_000 }
const clear = { worldName: 'world', weather: 'clear' }
const players = (client: Client) => callTool(client, 'player_list', {})

/** Calls what a person is asked about, answers, and resolves to the question and how the call ended. */
async function answered(client: Client, order: Record<string, unknown>, given: Record<string, unknown> = night) {
  const after = gateway.process.lines.length
  const call = callTool(client, 'world_time_set', given)
  const question = await gateway.process.until(({ event }) => event === 'approval', { after })
  const [[verb, rest] = []] = Object.entries(order)
  gateway.process.send({ [verb ?? 'deny']: question.id, ...(rest as object) })
  return { question, result: await call }
}

/** Whether a call waits for a person; it is then denied. */
async function isAsked(client: Client, tool: string, given: Record<string, unknown>): Promise<boolean> {
  const after = gateway.process.lines.length
  const call = callTool(client, tool, given)
  const isApproval = ({ event }: { readonly event?: unknown }) => event === 'approval'
  const asked = gateway.process.until(isApproval, { after }).then(
    (question) => question,
    () => undefined,
  )
  const first = await Promise.race([asked, call])
  if (first === undefined || !('event' in first)) return false
  gateway.process.send({ deny: first.id })
  await call
  return true
}

const codeOf = ({ error }: ToolEnvelope) => error?.code

describe('two programs that connect through the bridge', () => {
  it('are identified by their keys, whatever they call themselves; one without a key belongs to the group', async () => {
    const ids = [addKey('Cursor', 'cursor').id, addKey('Editor', 'editor').id, 'bridge']
    const programs = [await start('cursor', 'same-name'), await start('editor', 'same-name'), await start()]
    for (const [index, program] of programs.entries()) {
      const { question } = await answered(program, { deny: {} }, { ...night, time: 13_000 + index })
      expect(question.callerId).toBe(ids[index])
    }
  })

  it('do not share a denial, and the denied one cannot avoid it by a new name or a restart', async () => {
    addKey('Cursor', 'cursor')
    addKey('Editor', 'editor')
    const cursor = await start('cursor', 'one-name')
    expect(codeOf((await answered(cursor, { deny: {} })).result)).toBe('E_RISK_APPROVAL_REJECTED')
    const renamed = await start('cursor', 'another-name')
    expect(codeOf(await callTool(renamed, 'world_time_set', night))).toBe('E_RISK_APPROVAL_REJECTED')
    expect(await isAsked(await start('editor', 'one-name'), 'world_time_set', night)).toBe(true)
    expect(await isAsked(await start(undefined, 'one-name'), 'world_time_set', night)).toBe(true)
  })

  it('do not share what was allowed to one of them', async () => {
    addKey('Cursor', 'cursor')
    addKey('Editor', 'editor')
    const cursor = await start('cursor')
    expect((await answered(cursor, { approve: { scope: 'session' } })).result).toMatchObject({ success: true })
    expect(await callTool(cursor, 'world_time_set', night)).toMatchObject({ success: true })
    expect(await isAsked(await start('editor'), 'world_time_set', night)).toBe(true)
    expect(await isAsked(await start(), 'world_time_set', night)).toBe(true)
  })

  it('do not share a limit', async () => {
    addKey('Cursor', 'cursor', '--rate', '2')
    addKey('Editor', 'editor', '--rate', '2')
    const [cursor, editor] = [await start('cursor'), await start('editor')]
    expect([await players(cursor), await callTool(cursor, 'world_time_get', { worldName: 'world' })]).toMatchObject([
      { success: true },
      { success: true },
    ])
    expect(codeOf(await players(cursor))).toBe('E_SYSTEM_RATE_LIMITED')
    expect(await players(editor)).toMatchObject({ success: true })
    expect(await players(await start())).toMatchObject({ success: true })
  })

  it('do not share what they have read', async () => {
    addKey('Cursor', 'cursor')
    addKey('Editor', 'editor')
    const [cursor, editor] = [await start('cursor'), await start('editor')]
    await cursor.callTool({ name: 'wait_for_event', arguments: { eventId: 'player.chat', timeoutSeconds: 45 } })
    expect(await isAsked(cursor, 'world_weather_set', clear)).toBe(true)
    expect(await isAsked(editor, 'world_weather_set', clear)).toBe(false)
  })
})

describe('a program whose key was removed', () => {
  it('is refused with advice when it was revoked, and the other keeps working', async () => {
    addKey('Cursor', 'cursor')
    addKey('Editor', 'editor')
    const [cursor, editor] = [await start('cursor'), await start('editor')]
    await players(cursor)
    gatehouse('clients', 'revoke', 'Cursor')
    expect(existsSync(keyFile('cursor'))).toBe(false)
    await expect(players(cursor)).rejects.toThrow('Gatehouse has no key for the program "cursor"')
    await expect(players(cursor)).rejects.toThrow('Connect an AI')
    expect(await players(editor)).toMatchObject({ success: true })
  })

  it('reconnects by itself when a key of that name exists again', async () => {
    addKey('Cursor', 'cursor')
    const cursor = await start('cursor')
    await players(cursor)
    const revoked = whileStopped(cursor, () => {
      gatehouse('clients', 'revoke', 'Cursor')
      return { call: players(cursor) }
    })
    await expect(revoked).rejects.toThrow('no key')
    addKey('Cursor', 'cursor')
    await until(async () => (await players(cursor).catch(() => undefined))?.success === true)
  })

  it('is not accepted as part of the group', async () => {
    await expect(start('never-made')).rejects.toThrow('Gatehouse has no key for the program "never-made"')
    addKey('Cursor', 'cursor')
    rmSync(keyFile('cursor'))
    await expect(start('cursor')).rejects.toThrow('Gatehouse has no key')
  })
})

it('the key is in no configuration and in no output of the command line', () => {
  const said = gatehouse('clients', 'add', 'Cursor', '--key-file', 'cursor')
  const key = readFileSync(keyFile('cursor'), 'utf8').trim()
  expect(key).toMatch(/^gh_/u)
  for (const text of [said, gatehouse('clients', 'list'), gatehouse('clients', 'show', 'Cursor', '--json')]) {
    expect(text).not.toContain(key.slice(12))
  }
})
