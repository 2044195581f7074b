/** Prompts: `prompts/list` and `prompts/get`. Arguments are quoted. */

import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import { type ModelText, quoted } from '../../../policy/text/model-text.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { iconsOf } from '../icons.js'
import type { PromptTemplate } from '../prompts/prompt.js'
import { invalidParameters } from '../protocol-errors.js'
import { textContent } from '../text-content.js'

/** Maximum characters of an argument. */
const maxArgumentLength = 500

export const listPrompts = (prompts: readonly PromptTemplate[]): Prompt[] =>
  prompts.map(({ name, title, description, arguments: taken }) => ({
    name,
    title,
    description,
    icons: iconsOf('gatehouse'),
    arguments: taken.map(({ completes: _completes, ...one }) => ({ ...one, required: one.required ?? false })),
  }))

/** @throws ProtocolError for an unknown prompt, or a missing argument */
export function getPrompt(
  prompts: readonly PromptTemplate[],
  name: string,
  given: Readonly<Record<string, string>> = {},
): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) {
    const known = prompts.map((one) => one.name).join(', ')
    throw invalid(`There is no prompt ${quoted(name)}. There are: ${known}.`)
  }
  const values = new Map<string, ModelText>()
  for (const { name: argument, required } of prompt.arguments) {
    const text = Object.hasOwn(given, argument) ? cleanText(given[argument] ?? '', maxArgumentLength).trim() : ''
    if (text) values.set(argument, quoted(text, maxArgumentLength))
    else if (required) throw invalid(`The prompt "${prompt.name}" needs the argument "${argument}".`)
  }
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: textContent(prompt.text(Object.fromEntries(values))) }],
  }
}

const invalid = (message: string) =>
  invalidParameters('PROTOCOL.INVALID_REQUEST', { message, suggestion: 'List the prompts again.' })
