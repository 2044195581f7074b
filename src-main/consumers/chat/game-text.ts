/** Game text: the program's own texts to players in chat, in the owner's language. */

import { GatewayError } from '@contract/gateway-error.js'
import type { ModelProblemKind } from '@shared/features/chat.js'
import type { AppLanguage } from '@shared/text/language.js'
import en from './words/en.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

export type GameTextKey = Exclude<keyof typeof en, 'problem' | 'failure'>

const catalogues = { en, zh }

/** @param values of the placeholders */
export function gameText(
  language: AppLanguage,
  key: GameTextKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, () => String(value)),
    catalogues[language][key],
  )
}

/** See docs/protocol.md#chat-errors. */
export const errorText = (language: AppLanguage, kind: ModelProblemKind): string =>
  gameText(language, 'error', { problem: catalogues[language].problem[kind] })

/** The error of a request of a program. */
export function requestErrorText(language: AppLanguage, error: GatewayError): string {
  const { failure } = catalogues[language]
  const [category] = error.code.split('.')
  const isFormat = category === 'PROTOCOL' && error.httpStatus === 400
  const problem =
    category === 'AUTH' ? failure.auth : isFormat ? failure.format : (ofServer(language, error) ?? error.message)
  return gameText(language, 'error', { problem })
}

/** The text for a call that the server failed to run; undefined when it refused it, which the model explains. */
export function failureText(language: AppLanguage, error: GatewayError): string | undefined {
  const problem = ofServer(language, error)
  return problem && gameText(language, 'error', { problem })
}

function ofServer(language: AppLanguage, error: GatewayError): string | undefined {
  const { failure } = catalogues[language]
  if (isScriptError(error)) return failure.script
  if (error.code === 'SYSTEM.TIMEOUT') return failure.timeout
  return error.code === 'SYSTEM.SERVICE_UNAVAILABLE' ? failure.offline : undefined
}

/** Of the behavior pack in a Bedrock game. */
const isScriptError = ({ details, cause }: GatewayError): boolean =>
  details?.api === 'script' || (cause instanceof GatewayError && cause.details?.api === 'script')
