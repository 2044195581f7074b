/**
 * Services reader: parses `services.json` and reports problems with their line and reason.
 *
 * See docs/protocol.md#services-file: an invalid entry affects only its service; an invalid file or `toolManager`
 * affects all services (invariant 2).
 */

import { isDeeperThan } from '@contract/json/json-depth.js'
import { isObject } from '@contract/json/json-object.js'
import {
  type ServiceConfig,
  type ServicesFile,
  type ServicesProblem,
  type ServicesReading,
  type ServiceType,
  serviceTypes,
  withDefaults,
} from '@shared/servers/service.js'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import {
  findNodeAtLocation,
  type JSONPath,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { compiled } from './ajv.js'

export type ReadServices = (text: string) => ServicesReading

/** Maximum number of characters; a longer file is refused before it is parsed. */
export const maxServicesFileLength = 1024 * 1024
const maxServices = 200
const maxDepth = 32

/** Where AI clients keep their servers. */
const clientMembers = ['mcpServers', 'servers', 'context_servers', 'mcp', 'amp.mcpServers']
const ofAClient =
  'this is the file of an AI client, and Gatehouse reads "services"; bring its servers over with: gatehouse services import FILE'

const definitions: Readonly<Record<ServiceType, string>> = {
  stdio: 'StdioServiceConfig',
  sse: 'SseServiceConfig',
  http: 'HttpServiceConfig',
  embedded: 'EmbeddedServiceConfig',
}

/** @param ajv with the contract's schemas and without `allErrors`: the first problem of an entry is reported */
export function createServicesReader(ajv: Ajv): ReadServices {
  const definition = (name: string): ValidateFunction => compiled(ajv, `services-v1.json#/definitions/${name}`)

  return (text) => {
    const bare = text.startsWith('\uFEFF') ? text.slice(1) : text
    const parsed = parsedText(bare)
    if (!parsed.ok) return { ok: false, problem: parsed.problem }
    const { root, tree } = parsed
    const positionOf = (path: JSONPath) => positionIn(bare, nearestOffset(tree, path))

    function problemAt(path: JSONPath, reason: string, service?: string): ServicesProblem {
      const where = path.map(String).join('.')
      return {
        code: 1002,
        ...positionOf(path),
        message: where === '' ? reason : `${where}: ${reason}`,
        ...(service !== undefined && { service }),
      }
    }

    /** The first problem of a part of the file. */
    function violationIn(name: string, value: unknown, path: JSONPath, service?: string): ServicesProblem | undefined {
      const validate = definition(name)
      if (validate(value)) return undefined
      const [error] = validate.errors ?? []
      return problemAt([...path, ...pathOf(error)], reasonOf(error), service)
    }

    for (const part of ['services', 'toolManager', 'xiaozhi', 'logging']) {
      if (root[part] !== undefined && !isObject(root[part])) {
        return { ok: false, problem: problemAt([part], 'must be an object') }
      }
    }
    const foreign = clientMembers.find((name) => root.services === undefined && isObject(root[name]))
    if (foreign !== undefined) return { ok: false, problem: problemAt([foreign], ofAClient) }
    const entries = Object.entries((root.services ?? {}) as object)
    if (entries.length > maxServices) {
      return { ok: false, problem: problemAt(['services'], `must not have more than ${maxServices} services`) }
    }
    const wrongTools =
      root.toolManager === undefined ? undefined : violationIn('ToolManagerConfig', root.toolManager, ['toolManager'])
    if (wrongTools) return { ok: false, problem: wrongTools }

    const problems: ServicesProblem[] = []
    const services: [string, ServiceConfig][] = []
    const namespaces = new Map<string, string>()
    const repeated = repeatedNames(tree)
    for (const [name, value] of entries) {
      const path = ['services', name]
      const problem = wrongService(name, value)
      if (problem) problems.push(problem)
      else {
        const service = value as ServiceConfig
        namespaces.set(service.namespace, name)
        services.push([name, service])
      }

      function wrongService(name: string, value: unknown): ServicesProblem | undefined {
        const wrongName = violationIn('ServiceName', name, path, name)
        if (wrongName) return wrongName
        if (repeated.has(name)) return problemAt(path, 'appears twice', name)
        if (!isObject(value)) return problemAt(path, 'must be an object', name)
        const { type } = value
        if (typeof type !== 'string' || !Object.hasOwn(definitions, type)) {
          return problemAt([...path, 'type'], `must be one of ${serviceTypes.join(', ')}`, name)
        }
        const wrong = violationIn(definitions[type as ServiceType], value, path, name)
        if (wrong) return wrong
        const other = namespaces.get(value.namespace as string)
        return other === undefined
          ? undefined
          : problemAt([...path, 'namespace'], `is already the namespace of "${other}"`, name)
      }
    }

    const file: { -readonly [Key in keyof ServicesFile]: ServicesFile[Key] } = {
      services: Object.fromEntries(services),
    }
    if (root.toolManager !== undefined) file.toolManager = root.toolManager as NonNullable<ServicesFile['toolManager']>
    for (const [part, name] of [
      ['xiaozhi', 'XiaozhiConfig'],
      ['logging', 'LoggingConfig'],
    ] as const) {
      if (root[part] === undefined) continue
      const problem = violationIn(name, root[part], [part])
      if (!problem) Object.assign(file, { [part]: root[part] })
      else {
        const rest = part === 'logging' ? { ...(root[part] as object), format: 'json' } : undefined
        if (rest && !violationIn(name, rest, [part])) {
          // A format of another program must not cost the level and the file.
          Object.assign(file, { [part]: rest })
          problems.push(problem)
        } else problems.push({ ...problem, part })
      }
    }
    return { ok: true, config: withDefaults(file), problems }
  }
}

type Json = Readonly<Record<string, unknown>>

type Parsed =
  | { readonly ok: true; readonly root: Json; readonly tree: Node }
  | { readonly ok: false; readonly problem: ServicesProblem }

function parsedText(text: string): Parsed {
  const failed = (message: string, at = 0): Parsed => ({
    ok: false,
    problem: { code: 1001, message, ...positionIn(text, at) },
  })
  if (text.length > maxServicesFileLength) return failed('The file is larger than 1 MB.')
  if (isDeeperThan(maxDepth, text)) return failed(`Lists and objects nest deeper than ${maxDepth} levels.`)
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch {
    const errors: ParseError[] = []
    parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false })
    const [first] = errors
    return failed(first ? `This is not JSON: ${wordsOf(first)}.` : 'This is not JSON.', first?.offset)
  }
  const tree = parseTree(text)
  if (!isObject(root) || !tree) return failed('The file must hold one JSON object.')
  return { ok: true, root, tree }
}

/** `PropertyNameExpected` → `property name expected`. */
const wordsOf = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
    .trim()

/** The offset of a path, or of its nearest existing ancestor. */
function nearestOffset(tree: Node, path: JSONPath): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length))
    if (node) return node.parent?.type === 'property' ? node.parent.offset : node.offset
  }
  return tree.offset
}

/** Line and column, both starting at 1. */
function positionIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/u)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

function repeatedNames(tree: Node): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const property of findNodeAtLocation(tree, ['services'])?.children ?? []) {
    const name = String(property.children?.[0]?.value)
    if (seen.has(name)) repeated.add(name)
    seen.add(name)
  }
  return repeated
}

const pathOf = (error: ErrorObject | undefined): string[] =>
  (error?.instancePath ?? '')
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Ajv's messages contain keys and limits, never a value of the file. */
function reasonOf(error: ErrorObject | undefined): string {
  const { allowedValues } = (error?.params ?? {}) as { readonly allowedValues?: readonly unknown[] }
  return allowedValues ? `must be one of ${allowedValues.join(', ')}` : (error?.message ?? 'is not valid')
}
