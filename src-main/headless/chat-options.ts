/**
 * Chat options: the AI that players talk to, as configured by the command line and the environment.
 *
 * Enforces invariant 8: the key of the model is never on the command line, and is only sent to the address there.
 */
import {
  type ChatAudience,
  type ChatSettings,
  chatAudiences,
  type ModelProvider,
  modelProviders,
} from '@shared/features/chat.js'
import { originOf } from '../policy/chat/model-address.js'

export const chatUsage = [
  '                [--chat-base-url URL --chat-model NAME [--chat-provider openai-compatible|anthropic]',
  '                 [--chat-players all|logged-in] [--chat-key-file FILE]]',
] as const

export interface ChatValues {
  readonly 'chat-base-url'?: string
  readonly 'chat-model'?: string
  readonly 'chat-provider'?: string
  readonly 'chat-players'?: string
  readonly 'chat-key-file'?: string
}

export interface HeadlessChat {
  readonly settings: Pick<ChatSettings, 'enabled' | 'model'> & Partial<Pick<ChatSettings, 'audience'>>
  readonly keyFor: (origin: string) => string | undefined
}

/** @throws Error with the problem */
export function chatOptionsOf(values: ChatValues, key: string | undefined): HeadlessChat | undefined {
  const { 'chat-base-url': baseUrl, 'chat-model': name, 'chat-provider': given, 'chat-players': players } = values
  if (baseUrl === undefined && name === undefined && given === undefined && players === undefined) {
    if (values['chat-key-file'] !== undefined) throw new Error('--chat-key-file needs --chat-base-url')
    return undefined
  }
  if (!baseUrl || !name) throw new Error('--chat-base-url and --chat-model belong together')
  const origin = originOf(baseUrl)
  if (!origin) throw new Error('--chat-base-url: an address such as https://api.example.com/v1')
  const provider = given === undefined ? guessedProvider(origin) : modelProviders.find((one) => one === given)
  if (!provider) throw new Error(`--chat-provider: ${modelProviders.join(', ')}`)
  return {
    settings: {
      enabled: true,
      model: { provider, baseUrl, name },
      ...(players !== undefined && { audience: audienceOf(players) }),
    },
    keyFor: (wanted) => (key && wanted === origin ? key : undefined),
  }
}

const guessedProvider = (origin: string): ModelProvider =>
  new URL(origin).hostname === 'api.anthropic.com' ? 'anthropic' : 'openai-compatible'

function audienceOf(given: string): ChatAudience {
  const audience = chatAudiences.find((one) => one === given && one !== 'nobody')
  if (!audience) throw new Error('--chat-players: all or logged-in')
  return audience
}
