import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { basePath } from '../../../../src-main/consumers/rest/base-path.js'
import { chatOperation, openApiDocument } from '../../../../src-main/consumers/rest/openapi.js'
import type { RestRoute } from '../../../../src-main/consumers/rest/rest-route.js'
import { routesWith } from '../../../../src-main/consumers/rest/routes.js'

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, object>>
}
interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

let table: readonly RestRoute[] = []
routesWith((routes) => {
  table = routes
  return {}
})
  .find(({ path }) => path === '/openapi.json')
  ?.handle({ path: {}, query: {}, body: {}, caller: {} as never, signal: new AbortController().signal }, {} as never)
const document = openApiDocument(table) as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => `${reference}`)

describe('the document', () => {
  it('is of OpenAPI 3.1 and needs the bearer token everywhere', () =>
    expect(document).toMatchObject({
      openapi: '3.1.0',
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    }))

  it('has exactly the routes of the table, and the chat', () =>
    expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      [...table, chatOperation].map(({ method, path }) => `${method} ${basePath}${path}`).sort(),
    ))

  it.each([
    'GET /capabilities',
    'GET /capabilities/{capabilityId}',
    'GET /events',
    'GET /providers',
    'GET /providers/{providerId}/capabilities',
    'GET /openapi.json',
    'POST /capabilities/{capabilityId}/invoke',
  ])('has %s', (route) => expect(table.map(({ method, path }) => `${method} ${path}`)).toContain(route))

  it('says what the chat takes and streams, and that it cannot be taken up again', () => {
    const chat = document.paths[`${basePath}/chat`]?.post
    expect(chat).toMatchObject({
      requestBody: { required: true, content: { 'application/json': { schema: { required: ['message'] } } } },
      responses: { 200: { content: { 'text/event-stream': { schema: { required: ['type', 'content'] } } } } },
    })
    expect(chat?.parameters).toBeUndefined()
  })

  it('gives every operation a unique name', () =>
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length))

  it.each(operations)('describes every name in the path $path', ({ path, operation }) => {
    const described = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect(described.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect(described.every(({ required }) => required)).toBe(true)
  })

  it('names the filters of the list', () =>
    expect(document.paths[`${basePath}/capabilities`]?.get?.parameters?.map(({ name }) => name)).toEqual([
      'namespace',
      'type',
      'tag',
      'risk',
      'server',
      'q',
      'provider',
      'page',
      'pageSize',
    ]))

  it('refers only to its own parts, and contains no unused part', () => {
    const schemas = Object.keys(document.components.schemas)
    const named = references.map((reference) => /^#\/components\/schemas\/(\w+)/.exec(reference)?.[1])
    expect(named).not.toContain(undefined)
    expect(schemas.filter((name) => !named.includes(name))).toEqual([])
    expect(named.filter((name) => !schemas.includes(`${name}`))).toEqual([])
  })

  it('holds schemas that compile, each reference followed', () => {
    const ajv = new Ajv2020({ strict: false })
    addFormats(ajv)
    ajv.addSchema(document, 'document')
    for (const reference of new Set(references)) {
      expect(ajv.compile({ $ref: `document${reference}` })).toBeTypeOf('function')
    }
  })

  it('says the bounds and defaults of a page as the contract does', () =>
    expect(document.paths[`${basePath}/providers`]?.get?.parameters).toEqual([
      { name: 'page', in: 'query', required: false, schema: { type: 'integer', minimum: 1, default: 1 } },
      {
        name: 'pageSize',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      },
    ]))
})
