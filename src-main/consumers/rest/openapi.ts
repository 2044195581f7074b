/**
 * OpenAPI: the document of the API, version 3.1, built from the route table and the contract's schemas.
 *
 * References to the contract become components; only what is reached from a route is in the document.
 */
import { chatBody, chatPath, chatPiece } from '@contract/chat-api.js'
import { product } from '@contract/product.js'
import { contractSchemas, schemaBase } from '../../validation/ajv.js'
import { basePath } from './base-path.js'
import type { DescribedRoute } from './rest-route.js'
import { type JsonSchema, named, ownSchemas } from './schemas.js'

/** Not in the table: its response is a stream for one client. */
export const chatOperation: DescribedRoute = {
  method: 'POST',
  path: chatPath,
  operationId: 'askAi',
  summary:
    'Asks the AI of the in-game chat. Needs a key with the role operator or higher. Its tools run with the rights of the key.',
  pathParameters: named({}),
  query: named({}),
  body: chatBody,
  streams: true,
  data: chatPiece,
}

export function openApiDocument(routes: readonly DescribedRoute[]): object {
  const components = new Map<string, unknown>()
  const translate = (node: unknown): unknown => translated(node, schemaBase, components)
  const paths: Record<string, Record<string, object>> = {}
  for (const route of [...routes, chatOperation]) {
    const path = `${basePath}${route.path}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: translate(operationOf(route)) as object }
  }
  const own = Object.entries(ownSchemas).map(([name, schema]) => [name, translate(schema)] as const)
  return {
    openapi: '3.1.0',
    info: {
      title: product.name,
      version: product.version,
      description: 'Minecraft servers for scripts. GET routes also support HEAD.',
    },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token in gateway.json of the profile.' },
      },
      schemas: Object.fromEntries([...own, ...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

function operationOf(route: DescribedRoute): object {
  const { operationId, summary, pathParameters, query, body, data, method, streams } = route
  const isTagged = method === 'GET' && !streams
  const parameters = [
    ...Object.entries(pathParameters.properties).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      schema,
    })),
    ...Object.entries(query.properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      schema,
    })),
    ...(streams && method === 'GET'
      ? [{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } }]
      : []),
  ]
  return {
    operationId,
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: Array.isArray(body.required) && body.required.length > 0, content: json(body) },
    }),
    responses: {
      200: {
        description: 'Success.',
        ...(isTagged && { headers: { ETag: { schema: { type: 'string' } } } }),
        content: streams
          ? { 'text/event-stream': { schema: data } }
          : json(data ? successWith(data) : { type: 'object' }),
      },
      ...(isTagged && { 304: { description: 'Not changed since the ETag in If-None-Match.' } }),
      default: {
        description: 'Failure. The status depends on the error code.',
        content: json({ $ref: '#/components/schemas/Failure' }),
      },
    },
  }
}

const json = (schema: JsonSchema): object => ({ 'application/json': { schema } })

const successWith = (data: JsonSchema): JsonSchema => ({
  allOf: [{ $ref: '#/components/schemas/Success' }, { properties: { data } }],
})

/**
 * Adds a schema whose references name components, with the definitions it references.
 *
 * @param at address of the node's schema file
 */
function translated(node: unknown, at: string, components: Map<string, unknown>): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map((item) => translated(item, at, components))
  const entries = Object.entries(node).map(([name, value]) =>
    name === '$ref' && typeof value === 'string' && !value.startsWith('#/components/')
      ? [name, componentOf(new URL(value, at), components)]
      : [name, translated(value, at, components)],
  )
  return Object.fromEntries(entries)
}

interface SchemaFile {
  readonly $schema: string
  readonly $id: string
  readonly definitions?: Readonly<Record<string, unknown>>
}

/** Address of a definition in the document. */
function componentOf({ origin, pathname, hash }: URL, components: Map<string, unknown>): string {
  const address = origin + pathname
  const file = contractSchemas.find(({ $id }) => $id === address)
  if (!file) throw new Error(`No schema ${address}`)
  const [, , name = file.title, ...rest] = hash.split('/')
  if (!components.has(name)) {
    const { $schema, $id, definitions, ...root }: SchemaFile = file
    components.set(name, undefined)
    const found = hash === '' ? root : definitions?.[name]
    components.set(name, translated(found, address, components))
  }
  return ['#/components/schemas', name, ...rest].join('/')
}
