/**
 * Environment: the part of our environment that a service receives, and the values its configuration references with
 * `${NAME}`.
 *
 * Guards invariant 8: keys in our environment and secrets of other services reach only those they were configured for.
 */
import { serviceError } from '@contract/service-error.js'
import { isSecretReference, replaceReferences } from '../../../policy/services/service-references.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'

export type ProcessEnvironment = Readonly<Record<string, string | undefined>>

/** What programs need for their paths, user and language. */
const inherited: ReadonlySet<string> = new Set(
  `HOME LANG LANGUAGE LC_ALL LC_CTYPE LC_MESSAGES LOGNAME PATH SHELL TEMP TERM TMP TMPDIR TZ USER XDG_CACHE_HOME
  XDG_CONFIG_HOME XDG_DATA_HOME XDG_RUNTIME_DIR APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA NUMBER_OF_PROCESSORS
  PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES PUBLIC SYSTEMDRIVE SYSTEMROOT USERDOMAIN USERNAME USERPROFILE
  WINDIR`.split(/\s+/u),
)

/** The part of our environment that every service receives. Exported shell functions are excluded. */
export const inheritedFrom = (environment: ProcessEnvironment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && inherited.has(name.toUpperCase()) && !value.startsWith('()') ? [[name, value]] : [],
    ),
  )

export interface TextSources {
  readonly environment: ProcessEnvironment
  /** Secrets of the credential store, by `SERVICE/NAME`. */
  readonly secretOf: (name: string) => string | undefined
}

/** @throws GatewayError 1003 when a variable or a secret is missing */
export const filled = (text: string, { environment, secretOf }: TextSources): string =>
  replaceReferences(text, { environment, secret: secretOf }, (name) => {
    throw serviceError(1003, {
      message: isSecretReference(name)
        ? `The key "${name.slice(name.indexOf(':') + 1)}" is not stored.`
        : `The environment variable ${name} is not set.`,
    })
  })

export const filledAll = (texts: Readonly<Record<string, string>>, sources: TextSources): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(text, sources)]))

/** @throws GatewayError as `filled` does, and 1002 with the name of an invalid header, never its value */
export function filledHeaders(
  texts: Readonly<Record<string, string>>,
  sources: TextSources,
): Readonly<Record<string, string>> {
  const headers = filledAll(texts, sources)
  for (const [name, value] of Object.entries(headers)) {
    if (!canBeHeader(name, value)) {
      throw serviceError(1002, {
        message: `The header "${cleanText(name, 64)}" cannot be sent: check it for a line break.`,
      })
    }
  }
  return headers
}

/** Uses the platform's own validation. Its errors contain the value, so they are caught here. */
function canBeHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name)
  } catch {
    return false
  }
}
