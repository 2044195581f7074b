/** `gatehouse chat test`: whether the model that answers players works, and what is wrong when it does not. */

import { findLocalModels } from '../consumers/chat/models/local-models.js'
import { testModel } from '../consumers/chat/models/model-test.js'
import {
  isModelChosen,
  type ModelChoice,
  type ModelProblem,
  type ModelProblemKind,
  modelProviders,
} from '../contract/chat.js'
import { defaultSettings } from '../contract/settings.js'
import { profileFolder } from '../storage/profile.js'
import { readSettings } from '../storage/settings-store.js'
import { systemClock } from '../storage/system-clock.js'
import { compiled, createContractAjv } from '../validation/ajv.js'
import { mustBe, readOptions } from './arguments.js'
import { jsonLine, printable, type TerminalText, terminalText } from './text.js'
import { type ExitCode, exitCodes, UsageError, type Verb } from './verb.js'

const help = [
  'Usage: gatehouse chat test [--base-url URL --model NAME] [--provider openai-compatible|anthropic] [--profile DIR] [--json]',
  '',
  'Asks the model that answers players in chat one short question with a tool, and says what is wrong when it does not',
  'answer. The model of the profile is used where none is named. Its key is read from GATEHOUSE_CHAT_KEY: the one that the',
  "window keeps in the system's store cannot be read from here.",
  '',
  '  --base-url URL  for example https://api.openai.com/v1 or http://127.0.0.1:11434/v1',
  '  --model NAME    as the endpoint calls it',
  '  --provider      how the endpoint is spoken to; openai-compatible when left out',
  '  --profile DIR   the data folder; that of the desktop program when left out',
  '  --json          the result as one line of JSON',
  '',
  'Exit codes: 0 the model answers, 1 it does not, 2 the command line or the profile cannot be used.',
].join('\n')

const words: Readonly<Record<ModelProblemKind, string>> = {
  'not-chosen': 'No model is chosen. Name one with --base-url and --model.',
  'bad-address': 'The base URL is not usable. Use https:, or http: on this computer or a private network.',
  unreachable: 'The endpoint cannot be reached. Check the address, and that the program behind it runs.',
  'not-an-api': 'Something else answers at this address. Check the base URL; most end with /v1.',
  key: 'The endpoint refuses the key. Check GATEHOUSE_CHAT_KEY.',
  money: 'The account has no credit left. Add credit at the provider.',
  rate: 'The endpoint limits how fast it is asked. Try again in a minute.',
  model: 'The endpoint does not know this model. Check its name.',
  tools: 'This model cannot use tools. Choose one that can.',
  'too-long': 'The request is too long for this model. Choose one with a larger context.',
  'broken-off': 'The answer broke off. Try again, or check for a proxy in between.',
  'too-large': 'The answer was too large. Something else may answer at this address.',
  slow: 'The endpoint did not answer in time. A local model may still be loading.',
  server: 'The endpoint has a problem of its own. Try again later.',
  other: 'The endpoint failed.',
}

export const chat: Verb = {
  name: 'chat',
  summary: 'test the model that answers players in chat',
  help,
  async run(args, { out, environment }): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      'base-url': { type: 'string' },
      model: { type: 'string' },
      provider: { type: 'string' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    mustBe(positionals, ['test'])
    if (positionals[0] !== 'test') throw new UsageError(`It takes test, and got ${positionals[0]}.`)
    const choice = choiceOf(values)
    const key = environment.GATEHOUSE_CHAT_KEY
    const result = await testModel(choice, {
      clock: systemClock,
      keyFor: () => key || undefined,
    })
    if (values.json) out(jsonLine(result))
    else if (result.ok) {
      out(terminalText`${choice.name} answers, after ${result.milliseconds} ms.`)
      if (!result.usesTools) out(terminalText`It did not use the tool that it was asked to use. It may only talk.`)
    } else {
      out(printable(said(result.problem)))
      if (!isModelChosen(choice)) await sayLocal(out)
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
  if (!known) throw new UsageError(`--provider takes ${modelProviders.join(' or ')}, and got "${provider}".`)
  if (baseUrl !== undefined && name !== undefined) return { provider: known, baseUrl, name }
  if (baseUrl !== undefined || name !== undefined) throw new UsageError('--base-url and --model belong together.')
  const settings = readSettings(profileFolder(profile), compiled(createContractAjv(), 'config-v1.json'))
  return (settings ?? defaultSettings).chat.model
}

const said = ({ kind, says }: ModelProblem): string => (says ? `${words[kind]} (It says: ${says})` : words[kind])

async function sayLocal(out: (text: TerminalText) => void): Promise<void> {
  for (const { program, baseUrl, models } of await findLocalModels(systemClock))
    out(terminalText`${program} runs on this computer: --base-url ${baseUrl} --model ${models[0] ?? 'NAME'}`)
}
