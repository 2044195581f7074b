/**
 * Compact tools: the tools of a model with a small context: the most useful ones, with short descriptions.
 *
 * The whole list of a Java server takes more than 4,096 tokens, the usual context of local models.
 */
import { jsonSchema, type ToolSet } from 'ai'
import { cleanText } from '../../policy/text/untrusted-text.js'

/** The most useful first: what does not fit is left out. */
const usual: readonly string[] = [
  ...['player_list', 'world_time_get', 'world_time_set', 'world_weather_get', 'world_weather_set', 'player_info_get'],
  ...['player_teleport', 'chat_broadcast', 'ext_java_item_give', 'ext_bedrock_item_give', 'world_tps_get'],
  ...['player_kick', 'ext_java_gamemode_set', 'ext_bedrock_gamemode_set', 'world_rule_get', 'world_block_get'],
]

const maxDescriptionLength = 90

/** Of the context; the rest is for the rules, the question, results and the answer. */
const shareOfTools = 0.35
/** A token of JSON is about three characters. */
const charactersPerToken = 3

/** @param contextTokens of the model */
export function compactTools(tools: ToolSet, contextTokens: number): ToolSet {
  let left = contextTokens * shareOfTools * charactersPerToken
  const kept: ToolSet = {}
  for (const name of usual) {
    const one = tools[name]
    if (!one) continue
    const short = {
      ...one,
      description: firstSentence(one.description ?? ''),
      inputSchema: jsonSchema(withoutWords(schemaOf(one), 0) as object),
    }
    left -= JSON.stringify([name, short.description, schemaOf(short)]).length
    if (left < 0) break
    kept[name] = short as ToolSet[string]
  }
  return kept
}

const schemaOf = ({ inputSchema }: Pick<ToolSet[string], 'inputSchema'>): unknown =>
  (inputSchema as { readonly jsonSchema?: unknown }).jsonSchema ?? { type: 'object' }

function firstSentence(text: string): string {
  const end = text.indexOf('. ')
  return cleanText(end < 0 ? text : text.slice(0, end + 1), maxDescriptionLength)
}

const wordMembers: ReadonlySet<string> = new Set(['description', 'title', '$comment', 'examples'])

/** A parameter may have such a name: only strings and lists go. */
function withoutWords(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > 16) return value
  if (Array.isArray(value)) return value.map((one) => withoutWords(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !wordMembers.has(name) || (typeof member === 'object' && !Array.isArray(member)))
      .map(([name, member]) => [name, withoutWords(member, depth + 1)]),
  )
}
