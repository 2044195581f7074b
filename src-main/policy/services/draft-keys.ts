/**
 * Draft keys: takes the secrets out of the form of a service. Pure.
 *
 * Enforces invariant 8 for services that are added by hand, imported, or shown: each text goes through the same rule, and
 * what stands in place of a secret is up to the caller. A reference is never a secret; the text beside one may be.
 */
import { isObject } from '@contract/json/json-object.js'
import type { ServiceDraft } from '@shared/servers/service.js'
import { keyParts } from './reference-keys.js'
import { argumentParts, isKeyHeader, isKeyText, isKeyVariable } from './service-keys.js'
import { partsOfText, secretName, secretReference, type TextPart } from './service-references.js'
import { withoutUrlKeys } from './url-keys.js'

/** Depth of a module's configuration in which keys are searched. */
const deepestConfig = 32

export interface KeyTreatment {
  /** The parts of a text in the language of its author. */
  readonly partsOf: (text: string) => readonly TextPart[]
  /** @returns what stands in place of the secret `text`. @param label names it */
  readonly replace: (label: string, text: string) => string
}

/** The form in which every text is as `services.json` writes it, without secrets. */
export function withoutKeys(draft: ServiceDraft, { partsOf, replace }: KeyTreatment): ServiceDraft {
  const limit = draft.startTimeout === undefined ? {} : { startTimeout: draft.startTimeout }
  if (draft.type === 'stdio') {
    const { type, command, args, env, cwd } = draft
    return {
      type,
      ...limit,
      command: put('command', command, isKeyText(command)),
      args: argumentsOf(args),
      ...(env && { env: textsOf(env, isKeyVariable) }),
      ...(cwd !== undefined && { cwd: put('cwd', cwd, false) }),
    }
  }
  if (draft.type === 'embedded') {
    const { type, module, config } = draft
    const kept = config && (configOf('', config, 0) as Readonly<Record<string, unknown>>)
    return { type, ...limit, module: put('module', module, false), ...(kept && { config: kept }) }
  }
  const { type, url, headers } = draft
  return {
    type,
    ...limit,
    url: put('url', url, isKeyText(url)),
    ...(headers && { headers: textsOf(headers, isKeyHeader) }),
  }

  function put(label: string, text: string, isKey: boolean): string {
    const parts = partsOf(text)
    if (parts.every(({ isReference }) => !isReference)) {
      const literal = parts.map((part) => part.text).join('')
      return isKey && literal !== '' ? replace(label, literal) : parts.map(({ written }) => written).join('')
    }
    const secret = keyParts(parts, isKey)
    return parts.map((part) => (secret.has(part) ? replace(label, part.text) : part.written)).join('')
  }

  function argumentsOf(args: readonly string[]): string[] {
    return argumentParts(args).map(({ plain, key }, index) => {
      const label = `argument-${index + 1}`
      return put(label, plain, false) + (key === undefined ? '' : put(label, key, true))
    })
  }

  function textsOf(
    texts: Readonly<Record<string, string>>,
    isKey: (name: string, text: string) => boolean,
  ): Record<string, string> {
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, put(name, text, isKey(name, text))]))
  }

  function configOf(name: string, value: unknown, depth: number): unknown {
    if (typeof value === 'string') return put(name === '' ? 'config' : name, value, isKeyVariable(name, value))
    if (typeof value !== 'object' || value === null || depth > deepestConfig) return value
    if (Array.isArray(value)) return value.map((one) => configOf(name, one, depth + 1))
    return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, configOf(inner, one, depth + 1)]))
  }
}

/** `SERVICE/NAME` and the value of a secret. */
export type NamedSecret = readonly [name: string, value: string]

/**
 * A `replace` that refers to secrets of the credential store, and what is to be stored.
 *
 * @param taken names of secrets that are in use, as `SERVICE/NAME`
 */
export function secretsOf(service: string, taken: Iterable<string> = []) {
  const names = new Set(taken)
  const secrets: NamedSecret[] = []
  const replace = (label: string, text: string): string => {
    let free = label
    for (let count = 2; names.has(secretName(service, free)); count += 1) free = `${label}-${count}`
    names.add(secretName(service, free))
    secrets.push([secretName(service, free), text])
    return secretReference(service, free)
  }
  return { secrets, replace }
}

/** A secret as people see it: of an address, its readable parts. */
export function maskedKey(text: string): string {
  const readable = withoutUrlKeys(text)
  return readable === text ? '…' : readable
}

/** The form with every secret masked. */
export const maskedDraft = (draft: ServiceDraft): ServiceDraft =>
  withoutKeys(draft, { partsOf: partsOfText, replace: (_label, text) => maskedKey(text) })

const maxShownLength = 200

/** The command line, address or module of a form, without keys. */
export function shownDraft(draft: ServiceDraft): string {
  const masked = maskedDraft(draft)
  if (masked.type === 'embedded') return masked.module.slice(0, maxShownLength)
  if (masked.type !== 'stdio') return masked.url.slice(0, maxShownLength)
  return [masked.command, ...masked.args].join(' ').slice(0, maxShownLength)
}

/** All secrets of a JSON value that may be a configuration, the longest first. */
export function keysIn(value: unknown): readonly string[] {
  const found = new Set<string>()
  look('', value, 0)
  return [...found].sort((one, other) => other.length - one.length)

  function look(name: string, part: unknown, depth: number): void {
    if (depth > deepestConfig) return
    if (typeof part === 'string') {
      if (part !== '' && isKeyVariable(name, part)) found.add(part)
    } else if (Array.isArray(part) && part.every((one) => typeof one === 'string')) {
      for (const { key = '' } of argumentParts(part)) if (key !== '') found.add(key)
    } else if (Array.isArray(part)) {
      for (const one of part) look(name, one, depth + 1)
    } else if (isObject(part)) {
      const isHeaders = /headers$/iu.test(name)
      for (const [inner, one] of Object.entries(part)) {
        if (isHeaders && typeof one === 'string' && one !== '' && isKeyHeader(inner)) found.add(one)
        else look(inner, one, depth + 1)
      }
    }
  }
}
