/**
 * Offered tools: selects and shortens the tools of a voice device. See docs/protocol.md#services-results
 * (`maxToolListSize`).
 *
 * Device services lose long lists, and read only type, properties and required of a schema. Default: read-only
 * capabilities, and a few actions that are useful by voice.
 */
import { isObject } from '@contract/json/json-object.js'
import type { Tool } from '@modelcontextprotocol/server'
import { xiaozhiLimits } from '@shared/features/xiaozhi.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import { bytesOf } from '../spoken/result-text.js'

export interface ToolListLimits {
  readonly tools: number
  /** Bytes (UTF-8) of the list. */
  readonly bytes: number
}

export const normalLimits: ToolListLimits = { tools: xiaozhiLimits.tools, bytes: xiaozhiLimits.toolListBytes }

/** First in the list: they stay when not everything fits. */
const usual: readonly string[] = [
  'world_time_get',
  'world_time_set',
  'world_weather_get',
  'world_weather_set',
  'player_list',
  'player_info_get',
  'chat_broadcast',
  'world_tps_get',
]
/** Gatehouse's own tools, which are mostly for programs. */
const usualOwn: ReadonlySet<string> = new Set(['list_servers', 'get_recent_events'])
const ownBeginnings: readonly string[] = ['get_', 'list_', 'wait_']

const maxDescriptionLength = 300
const deepest = 6

/** @param chosen names, in any order; default: the usual ones */
export function chosenTools(all: readonly Tool[], chosen: readonly string[] | undefined): readonly Tool[] {
  if (chosen) return all.filter(({ name }) => chosen.includes(name))
  const place = ({ name }: Tool): number => (usual.includes(name) ? usual.indexOf(name) : usual.length)
  return all
    .filter((tool) => isUsual(tool))
    .map((tool, index) => ({ tool, index }))
    .sort((one, other) => place(one.tool) - place(other.tool) || one.index - other.index)
    .map(({ tool }) => tool)
}

const isUsual = ({ name, annotations }: Tool): boolean =>
  ownBeginnings.some((beginning) => name.startsWith(beginning))
    ? usualOwn.has(name)
    : usual.includes(name) || annotations?.readOnlyHint === true

/** The first tools that fit, in the device's format. */
export function fittingTools(tools: readonly Tool[], limits: ToolListLimits): readonly Tool[] {
  const fitting: Tool[] = []
  let bytes = 0
  for (const tool of tools) {
    const short = shortened(tool)
    bytes += bytesOf(JSON.stringify(short)) + 1
    if (fitting.length >= limits.tools || bytes > limits.bytes) break
    fitting.push(short)
  }
  return fitting
}

function shortened({ name, title, description, inputSchema }: Tool): Tool {
  return {
    name,
    description: cleanText([title, description].filter(Boolean).join(': '), maxDescriptionLength),
    inputSchema: reducedSchema(inputSchema),
  }
}

type Schema = Readonly<Record<string, unknown>>

/** Type, properties and required; references are resolved, as deep as allowed. */
export function reducedSchema(root: Schema): Tool['inputSchema'] {
  const definitions = { ...(root.definitions as object | undefined), ...(root.$defs as object | undefined) } as Schema
  const reduce = (schema: unknown, depth: number): Schema => {
    if (!isObject(schema) || depth > deepest) return {}
    const named = typeof schema.$ref === 'string' ? definitions[schema.$ref.split('/').at(-1) ?? ''] : undefined
    if (named !== undefined) return reduce(named, depth + 1)
    const kept = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (key === 'description' && typeof value === 'string') return [[key, cleanText(value, maxDescriptionLength)]]
      if (key === 'items') return [[key, reduce(value, depth + 1)]]
      if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(value)) {
        return [[key, value.map((one) => reduce(one, depth + 1))]]
      }
      if (key === 'properties' && isObject(value)) return [[key, reducedProperties(value, depth)]]
      return keptKeys.has(key) ? [[key, value]] : []
    })
    return Object.fromEntries(kept)
  }
  const reducedProperties = (properties: Schema, depth: number): Schema =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => depth > 0 || name !== 'dryRun')
        .map(([name, property]) => [name, reduce(property, depth + 1)]),
    )
  const { properties = {}, required = [] } = reduce(root, 0)
  return { type: 'object', properties, required } as Tool['inputSchema']
}

const keptKeys: ReadonlySet<string> = new Set(['type', 'enum', 'required', 'minimum', 'maximum', 'default', 'const'])
