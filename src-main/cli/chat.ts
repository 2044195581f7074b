/** `gatehouse chat test`: tests the chat's model, and explains failures. */

import { coreCatalogue } from '@contract/core-catalogue.js'
import {
  isModelChosen,
  type ModelChoice,
  type ModelProblem,
  type ModelProblemKind,
  modelProviders,
} from '@shared/features/chat.js'
import { defaultSettings } from '@shared/program/settings.js'
import type { ToolSet } from 'ai'
import { toolsFor } from '../consumers/chat/chat-tools.js'
import { findLocalModels } from '../consumers/chat/models/local-models.js'
import { testModel } from '../consumers/chat/models/model-test.js'
import { toolNameOf } from '../consumers/mcp/tool-name.js'
import type { OfferMap } from '../gateway/ports/registry.js'
import { javaManifestIds, manifestOf } from '../providers/java/manifests/index.js'
import { profileFolder } from '../storage/profile.js'
import { readSettings } from '../storage/settings-store.js'
import { systemClock } from '../storage/system-clock.js'
import { compiled, createContractAjv } from '../validation/ajv.js'
import { expectNames, readOptions } from './arguments.js'
import { jsonLine, printable, type TerminalText, terminalText } from './text.js'
import { type CliCommand, type ExitCode, exitCodes, UsageError } from './verb.js'

const help = [
  'Usage: gatehouse chat test [--base-url URL --model NAME] [--provider openai-compatible|anthropic] [--profile DIR] [--json]',
  '',
  'Tests the model that replies to players in chat: one short question, with all tools of a Java server.',
  'A model with a small context gets the compact list of tools, as in chat. Uses the model of the',
  'profile, or the one in the options. The key comes from GATEHOUSE_CHAT_KEY; the key from the window',
  'is in the keychain of the system and cannot be read here.',
  '',
  '  --base-url URL  for example https://api.openai.com/v1 or http://127.0.0.1:11434/v1',
  '  --model NAME    the name of the model at the endpoint',
  '  --provider      the API of the endpoint (default: openai-compatible)',
  '  --profile DIR   the data folder (default: that of the desktop app)',
  '  --json          the result as one line of JSON',
  '',
  'Exit codes: 0 the model responds, 1 it does not, 2 invalid command line or profile.',
].join('\n')

const words: Readonly<Record<ModelProblemKind, string>> = {
  'not-chosen': 'No model is set. Add --base-url and --model.',
  'bad-address': 'The base URL is not valid. Use https:, or http: on this computer or a private network.',
  unreachable: 'Cannot reach the endpoint. Check the address, and that the program is running.',
  'not-an-api': 'This address is not a model API. Check the base URL; most end with /v1.',
  key: 'The endpoint refuses the key. Check GATEHOUSE_CHAT_KEY.',
  money: 'The account has no credit left. Add credit at the provider.',
  rate: 'Too many requests to the endpoint. Try again in a minute.',
  model: 'The endpoint does not know this model. Check its name.',
  tools: 'This model cannot use tools. Choose one that can.',
  'too-long':
    'The question and the tools do not fit in the context of the model. Choose one with a larger context, or start a local one with more (llama.cpp: --ctx-size 16384; Ollama: num_ctx; LM Studio: context length).',
  'broken-off': 'The response was cut off. Try again, or check your proxy.',
  'too-large': 'The response was too large. This address may not be a model API.',
  slow: 'The endpoint did not respond in time. A local model may still be loading.',
  server: 'The endpoint returned a server error. Try again later.',
  other: 'The endpoint failed.',
}

export const chat: CliCommand = {
  name: 'chat',
  summary: 'test the model that replies to players in chat',
  help,
  async run(args, { out, environment }): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      'base-url': { type: 'string' },
      model: { type: 'string' },
      provider: { type: 'string' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    expectNames(positionals, ['test'])
    if (positionals[0] !== 'test') throw new UsageError(`Expected test, got ${positionals[0]}.`)
    const choice = choiceOf(values)
    const key = environment.GATEHOUSE_CHAT_KEY
    const result = await testModel(choice, {
      clock: systemClock,
      keyFor: () => key || undefined,
      tools: toolsOfJavaServer(),
    })
    if (values.json) out(jsonLine(result))
    else if (result.ok) {
      out(terminalText`${choice.name} responded in ${result.milliseconds} ms.`)
      const { count, all, contextTokens } = result.tools
      if (contextTokens !== undefined)
        out(
          terminalText`Its context is small (${contextTokens} tokens): it gets ${count} of ${all} tools, with short texts.`,
        )
      if (!result.usesTools) out(terminalText`It did not use the test tool. It may not support tools.`)
    } else {
      out(printable(said(result.problem)))
      if (!isModelChosen(choice)) await printLocalModels(out)
    }
    return result.ok ? exitCodes.good : exitCodes.bad
  },
}

interface Values {
  readonly 'base-url'?: string | undefined
  readonly model?: string | undefined
  readonly provider?: string | undefined
  readonly profile?: string | undefined
}

/** @throws UsageError */
function choiceOf({ 'base-url': baseUrl, model: name, provider = 'openai-compatible', profile }: Values): ModelChoice {
  const known = modelProviders.find((one) => one === provider)
  if (!known) throw new UsageError(`--provider takes ${modelProviders.join(' or ')}, not "${provider}".`)
  if (baseUrl !== undefined && name !== undefined) return { provider: known, baseUrl, name }
  if (baseUrl !== undefined || name !== undefined) throw new UsageError('Use --base-url and --model together.')
  const settings = readSettings(profileFolder(profile), compiled(createContractAjv(), 'config-v1.json'))
  return (settings ?? defaultSettings).chat.model
}

const said = ({ kind, says, contextTokens }: ModelProblem): string => {
  const size = contextTokens === undefined ? '' : ` Its context has ${contextTokens} tokens.`
  return `${words[kind]}${size}${says ? ` (Its message: ${says})` : ''}`
}

/** The longest usual list: the core catalogue and what a Java server adds. */
function toolsOfJavaServer(): ToolSet {
  const link = { server: { id: 'java', name: 'Java', kind: 'java', state: 'online' } }
  const manifests = [...coreCatalogue.values(), ...javaManifestIds.map(manifestOf)]
  const offers = new Map(manifests.map((manifest) => [manifest.id, [{ manifest, link }]])) as unknown as OfferMap
  return toolsFor({
    gateway: { capabilitiesFor: () => offers, invoke: () => Promise.reject(new Error('The test calls nothing.')) },
    caller: { type: 'system', id: 'chat-test', name: 'Chat test' },
    toolNameOf,
    signal: AbortSignal.abort(),
    onUse() {},
  })
}

async function printLocalModels(out: (text: TerminalText) => void): Promise<void> {
  for (const { program, baseUrl, models } of await findLocalModels(systemClock))
    out(terminalText`${program} runs on this computer: --base-url ${baseUrl} --model ${models[0] ?? 'NAME'}`)
}
