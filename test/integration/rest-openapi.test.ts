import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { openForEach } from '../fixtures/for-each.js'

const scene = openForEach(() => McpScene.open())

// biome-ignore lint/suspicious/noExplicitAny: each test checks its own value.
async function ask(path: string, method = 'GET'): Promise<any> {
  const headers = { authorization: `Bearer ${bridgeToken}`, connection: 'close' }
  return (await fetch(new URL(`/api/v1${path}`, scene().endpoint), { method, headers })).json()
}

describe('the OpenAPI document', () => {
  /** The schema that the served document gives for an answer. */
  async function schemaOf(path: string, method: string, status: string): Promise<ValidateFunction> {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats(ajv)
    ajv.addSchema(await ask('/openapi.json'), 'document')
    const pointer = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
    const escaped = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    return ajv.compile({ $ref: `document#/${escaped.join('/')}` })
  }

  const one = '/api/v1/capabilities/{capabilityId}'
  it.each([
    ['/capabilities', 'get', '/api/v1/capabilities', '200'],
    ['/capabilities?pageSize=1&q=time', 'get', '/api/v1/capabilities', '200'],
    ['/capabilities?page=0', 'get', '/api/v1/capabilities', 'default'],
    ['/capabilities/world.time.set', 'get', one, '200'],
    ['/capabilities/no.such', 'get', one, 'default'],
    ['/providers', 'get', '/api/v1/providers', '200'],
    ['/servers', 'get', '/api/v1/servers', '200'],
    ['/providers/mcp-agent-core/capabilities', 'get', '/api/v1/providers/{providerId}/capabilities', '200'],
    ['/openapi.json', 'get', '/api/v1/openapi.json', '200'],
    ['/capabilities/player.list/invoke', 'post', `${one}/invoke`, '200'],
    ['/capabilities/world.time.get/invoke', 'post', `${one}/invoke`, 'default'],
  ])('describes what %s answers', async (path, method, described, status) => {
    const isDescribed = await schemaOf(described, method, status)
    const body = await ask(path, method.toUpperCase())
    isDescribed(body)
    expect(isDescribed.errors).toBeNull()
  })

  it('rejects an undocumented response', async () => {
    const isDescribed = await schemaOf('/api/v1/capabilities', 'get', '200')
    const body = await ask('/capabilities')
    for (const wrong of [
      { ...body, data: undefined },
      { ...body, success: false },
      { ...body, data: { ...body.data, items: [{ id: 'x' }] } },
      { ...body, requestId: 'x' },
    ]) {
      expect(isDescribed(JSON.parse(JSON.stringify(wrong)))).toBe(false)
    }
  })
})
