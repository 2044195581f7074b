/**
 * Offered actions: the tools that an AI VTuber may use, as actions of the Neuro API. See docs/streaming.md#ai-vtuber.
 *
 * A name is unique, in lower case, of letters, digits, underscores and dashes. The API has no place for the descriptions
 * of arguments, so they end the description of the action.
 */
import { isObject } from '@contract/json/json-object.js'
import type { Tool } from '@modelcontextprotocol/server'
import { neuroLimits } from '@shared/features/neuro.js'
import { cleanLine } from '../../policy/text/untrusted-text.js'
import { bytesOf } from '../spoken/result-text.js'
import type { RegisteredAction } from './neuro-messages.js'
import { plainArguments } from './plain-schema.js'

const maxNameLength = 64
const maxDescriptionLength = 400
const maxArgumentsLength = 600

export interface OfferedAction extends RegisteredAction {
  readonly tool: Tool
}

export interface OfferedActions {
  readonly actions: readonly OfferedAction[]
  /** Names of tools whose arguments cannot be described. */
  readonly notPlain: ReadonlySet<string>
  /** Whether some did not fit. */
  readonly dropsTools: boolean
}

/** @param chosen names of tools; undefined: all */
export function offeredActions(tools: readonly Tool[], chosen: readonly string[] | undefined): OfferedActions {
  const actions: OfferedAction[] = []
  const notPlain = new Set<string>()
  const taken = new Set<string>()
  let bytes = 0
  let dropsTools = false
  for (const tool of tools) {
    const schema = plainArguments(tool.inputSchema)
    if (!schema) notPlain.add(tool.name)
    if (!schema || (chosen && !chosen.includes(tool.name))) continue
    const name = actionName(tool.name, taken)
    const hasArguments = Object.keys(schema.properties ?? {}).length > 0
    const action = { name, description: descriptionOf(tool), ...(hasArguments && { schema }) }
    const size = bytesOf(JSON.stringify(action)) + 1
    if (actions.length >= neuroLimits.actions || bytes + size > neuroLimits.actionBytes) {
      dropsTools = true
      continue
    }
    bytes += size
    taken.add(name)
    actions.push({ ...action, tool })
  }
  return { actions, notPlain, dropsTools }
}

function actionName(toolName: string, taken: ReadonlySet<string>): string {
  const plain = toolName
    .toLowerCase()
    .replace(/[^a-z0-9_-]/gu, '_')
    .slice(0, maxNameLength)
  if (!taken.has(plain)) return plain
  for (let number = 2; ; number += 1) {
    const numbered = `${plain.slice(0, maxNameLength - 5)}_${number}`
    if (!taken.has(numbered)) return numbered
  }
}

function descriptionOf({ title, description, inputSchema }: Tool): string {
  const said = cleanLine([title, description].filter(Boolean).join(': '), maxDescriptionLength)
  const parameters = Object.entries(inputSchema.properties ?? {}).flatMap(([name, property]) =>
    name !== 'dryRun' && isObject(property) && typeof property.description === 'string'
      ? [`${cleanLine(name, 64)}: ${cleanLine(property.description, 160)}`]
      : [],
  )
  return parameters.length === 0 ? said : `${said} ${cleanLine(parameters.join(' '), maxArgumentsLength)}`
}

/** What must be said so that the AI has these actions instead of those. */
export function changesOf(before: readonly RegisteredAction[], after: readonly RegisteredAction[]) {
  const textOf = ({ name, description, schema }: RegisteredAction) => JSON.stringify([name, description, schema])
  const had = new Set(before.map(textOf))
  const has = new Set(after.map(textOf))
  return {
    // A registered action is not replaced by another of its name.
    unregister: before.filter((action) => !has.has(textOf(action))).map(({ name }) => name),
    register: after.filter((action) => !had.has(textOf(action))),
  }
}

export const registeredForm = ({ name, description, schema }: RegisteredAction): RegisteredAction => ({
  name,
  description,
  ...(schema && { schema }),
})
