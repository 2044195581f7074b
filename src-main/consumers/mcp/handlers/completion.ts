/** Completion: `completion/complete` for resource templates and prompts. */

import type { CompleteResult } from '@modelcontextprotocol/server'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { Library } from '../library.js'
import { type NameKind, namesOf } from '../names.js'
import { invalidParameters } from '../protocol-errors.js'
import type { ResourceContext } from '../resources/reading.js'
import { refuseUnlessAllowed } from './resources.js'

export interface CompletionRequest {
  readonly ref:
    | { readonly type: 'ref/resource'; readonly uri: string }
    | { readonly type: 'ref/prompt'; readonly name: string }
  readonly argument: { readonly name: string; readonly value: string }
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> | undefined } | undefined
}

/** Maximum characters of a value. */
const maxValueLength = 128

/** A name of the game is offered as one short line. */
const onOneLine = (name: string): string => cleanText(name, maxValueLength).replace(/\s+/gu, ' ')

/** The protocol's limit. */
const maxValues = 100

/** @throws ProtocolError when there is no such template or prompt */
export async function complete(
  { ref, argument, context }: CompletionRequest,
  { prompts, templates }: Library,
  reader: ResourceContext,
): Promise<CompleteResult> {
  refuseUnlessAllowed(reader)
  const kind =
    ref.type === 'ref/prompt'
      ? kindInPrompt(prompts, ref.name, argument.name)
      : kindInTemplate(templates, ref.uri, argument.name)
  const names = kind === undefined ? [] : await namesOf(kind, reader, context?.arguments?.server)
  const begun = argument.value.toLowerCase()
  const fitting = [...new Set(names.map(onOneLine))].filter((name) => name.toLowerCase().startsWith(begun))
  return {
    completion: { values: fitting.slice(0, maxValues), total: fitting.length, hasMore: fitting.length > maxValues },
  }
}

function kindInPrompt(prompts: Library['prompts'], name: string, argument: string): NameKind | undefined {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) throw invalidParameters('PROTOCOL.INVALID_REQUEST', { message: 'There is no such prompt.' })
  return prompt.arguments.find((one) => one.name === argument)?.completes
}

function kindInTemplate(templates: Library['templates'], uri: string, argument: string): NameKind | undefined {
  const template = templates.find(({ uriTemplate }) => uriTemplate === uri)
  if (!template) throw invalidParameters('PROTOCOL.INVALID_REQUEST', { message: 'There is no such template.' })
  if (!template.uriTemplate.includes(`{${argument}}`)) return undefined
  return variables[argument]
}

const variables: Readonly<Record<string, NameKind>> = {
  server: 'server',
  name: 'player',
  dimension: 'dimension',
  id: 'capability',
}
