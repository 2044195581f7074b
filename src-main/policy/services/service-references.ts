/**
 * Service references: in a service's configuration `${NAME}` is an environment variable, `${NAME:-TEXT}` one with a
 * default, `${secret:SERVICE/NAME}` a secret of the credential store, and `$${` is literal.
 *
 * They are resolved when a service starts and never written back (invariant 8). A missing one without a default
 * prevents the start of that service.
 */

import { serviceError } from '@contract/service-error.js'
import type { ServiceConfig } from '@shared/servers/service.js'

export interface ReferenceValues {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** @param name `SERVICE/NAME` */
  readonly secret: (name: string) => string | undefined
}

/** A part of a text: a reference, or the text between two. */
export interface TextPart {
  /** What it means; for a reference, as it is written. */
  readonly text: string
  /** As `services.json` writes it. */
  readonly written: string
  readonly isReference: boolean
}

/** `$${`; or `${`, a variable with a default, `}`; or `${`, a name without braces, `}`. A default may be a secret. */
const reference =
  /\$\$\{|\$\{(?:(?!secret:)([A-Za-z_][A-Za-z0-9_]{0,255}):-(\$\{secret:[^${}]{1,256}\}|[^{}]{0,1024})|([^${}]{1,256}))\}/gu
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/u
const secretMark = 'secret:'

/** Maximum depth; only `config` of an embedded service is nested at all. */
const deepest = 32

/** The reference that represents a secret in a configuration. */
export const secretReference = (service: string, name: string): string =>
  `\${${secretMark}${secretName(service, name)}}`

/** Name of a secret in the credential store, without the prefix of services. */
export const secretName = (service: string, name: string): string => `${part(service)}/${part(name)}`

const part = (text: string): string => text.replaceAll(/[${}/]/gu, '-')

/** Escapes a text so that it contains no references. */
export const escapedReferences = (text: string): string => text.replaceAll('${', () => '$${')

/** The parts of a text of `services.json`. */
export function partsOfText(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  const addLiteral = (written: string) => {
    if (written !== '') parts.push({ text: written.replaceAll('$${', () => '${'), written, isReference: false })
  }
  let from = 0
  for (const { 0: whole, index } of text.matchAll(reference)) {
    if (whole === '$${') continue
    addLiteral(text.slice(from, index))
    parts.push({ text: whole, written: whole, isReference: true })
    from = index + whole.length
  }
  addLiteral(text.slice(from))
  return parts
}

/**
 * Resolves every reference of a configuration.
 *
 * @throws GatewayError 1003 that names the missing variable or secret, never a value
 */
export function resolveServiceReferences<Config extends object>(config: Config, values: ReferenceValues): Config {
  const missing = new Set<string>()
  const resolved = resolve(config, 0) as Config
  if (missing.size === 0) return resolved
  const names = [...missing]
  throw serviceError(1003, { message: `Missing: ${names.join(', ')}.`, details: { missing: names } })

  function resolve(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return resolveText(value)
    if (typeof value !== 'object' || value === null || depth > deepest) return value
    if (Array.isArray(value)) return value.map((item) => resolve(item, depth + 1))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member, depth + 1)]))
  }

  function resolveText(text: string): string {
    return replaceReferences(text, values, (name) => {
      missing.add(name)
      return ''
    })
  }
}

/** A text with its references replaced; `missing` is called for one that has neither a value nor a default. */
export const replaceReferences = (text: string, values: ReferenceValues, missing: (name: string) => string): string =>
  text.replace(reference, (_whole, variable?: string, fallback = '', name?: string) => {
    if (variable !== undefined) return referencedValue(variable, values) ?? defaultOf(fallback, values, missing)
    return name === undefined ? '${' : (referencedValue(name, values) ?? missing(name))
  })

function defaultOf(text: string, values: ReferenceValues, missing: (name: string) => string): string {
  if (!text.startsWith('${')) return text
  const name = text.slice(2, -1)
  return referencedValue(name, values) ?? missing(name)
}

/** The value of a reference; undefined when it is missing or the name is invalid. */
function referencedValue(name: string, values: ReferenceValues): string | undefined {
  if (isSecretReference(name)) return values.secret(name.slice(secretMark.length))
  if (!variableName.test(name)) return undefined
  return Object.hasOwn(values.environment, name) ? values.environment[name] : undefined
}

export const isSecretReference = (name: string): boolean => name.startsWith(secretMark)

/** Names of the secrets that a configuration refers to, as `SERVICE/NAME`. */
export function secretsIn(config: ServiceConfig): readonly string[] {
  const found = new Set<string>()
  look(config, 0)
  return [...found]

  function look(value: unknown, depth: number): void {
    if (typeof value === 'string') {
      for (const [, , fallback = '', name = fallback.slice(2, -1)] of value.matchAll(reference)) {
        if (isSecretReference(name)) found.add(name.slice(secretMark.length))
      }
    } else if (typeof value === 'object' && value !== null && depth <= deepest) {
      for (const member of Object.values(value)) look(member, depth + 1)
    }
  }
}
