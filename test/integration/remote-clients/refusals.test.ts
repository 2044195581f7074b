/** What opens the port for AI clients of other computers, and what does not. */
import { randomBytes } from 'node:crypto'
import { request } from 'node:https'
import { describe, expect, it } from 'vitest'
import { bridgeToken } from '../../fakes/mcp-scene.js'
import { openForEach } from '../../fixtures/for-each.js'
import { RemoteScene } from './scene.js'

const scene = openForEach(() => RemoteScene.open())

interface Reply {
  readonly status: number | undefined
  readonly body: string
  readonly connection: string | undefined
}

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

/** One request of a program that trusts any certificate. */
const send = (headers: Record<string, string>, path = '/mcp', text = body): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(path, scene().url),
      {
        method: 'POST',
        rejectUnauthorized: false,
        agent: false,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      },
      (response) => {
        let received = ''
        response.on('data', (chunk) => {
          received += chunk
        })
        const { statusCode: status, headers: { connection } = {} } = response
        response.on('end', () => resolve({ status, body: received, connection }))
        response.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(text)
  })

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('nobody comes in with', () => {
  it.each([
    ['nothing', () => ({})],
    ['the token that programs of the gateway’s own computer share', () => bearer(bridgeToken)],
    ['an OAuth token', () => bearer(`gho_${randomBytes(32).toString('base64url')}`)],
    ['the id of an owner’s device', () => bearer(`way:${randomBytes(4).toString('hex')}`)],
    ['the key of an owner’s device', () => bearer(randomBytes(64).toString('base64url'))],
    ['a key that was never given', () => bearer(`gh_0a1b2c3d_${randomBytes(32).toString('base64url')}`)],
    ['a key and a space in front', () => ({ authorization: `Bearer  ${given()}` })],
  ])('%s', async (_what, headers) => {
    const { status, connection } = await send(headers())
    expect([status, connection]).toEqual([401, 'close'])
    expect(scene().mcp.audit.events.filter(({ eventType }) => eventType !== 'approve')).toEqual([])
  })

  it('a key that was revoked', async () => {
    const { client, token } = scene().mcp.clients.add({ name: 'Cursor' })
    scene().mcp.clients.revoke(client.id)
    expect(await send(bearer(token))).toMatchObject({ status: 401, body: expect.stringContaining('revoked') })
  })
})

const given = (): string => scene().mcp.clients.add({ name: 'Cursor' }).token

it('a key of an AI client opens nothing but MCP', async () => {
  const headers = bearer(given())
  for (const path of ['/owner', '/api/v1/capabilities', '/mcp-legacy', '/mcp/', '/mcp?x=1', '/', '/errors'])
    expect([path, (await send(headers, path)).status]).toEqual([path, 404])
})

it('a web page is refused, even with a key', async () => {
  const reply = await send({ ...bearer(given()), origin: 'https://example.com' })
  expect(reply).toMatchObject({ status: 403, connection: 'close' })
  expect(scene().refused).toEqual(['foreign-origin'])
})

it('is closed for all while the owner has it switched off', async () => {
  const token = given()
  scene().isOn = false
  expect(await send(bearer(token))).toMatchObject({ status: 404, body: '' })
})

it('delays those who try many wrong keys, but never a right one', async () => {
  const wrong = bearer(`gh_0a1b2c3d_${randomBytes(32).toString('base64url')}`)
  const statuses: (number | undefined)[] = []
  for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await send(wrong)).status)
  expect(statuses.slice(-1)).toEqual([429])
  expect([401, 429]).not.toContain((await send(bearer(given()))).status)
})

it('refuses a body larger than 256 KiB of a client, and of an unknown client without reading it', async () => {
  const large = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { text: 'x'.repeat(300_000) } })
  expect((await send(bearer(given()), '/mcp', large)).status).toBe(413)
  expect((await send({}, '/mcp', large)).status).toBe(401)
})

it('links to no page of the gateway’s own computer', async () => {
  const { body: refusal } = await send({})
  expect(refusal).not.toContain('http://')
})
