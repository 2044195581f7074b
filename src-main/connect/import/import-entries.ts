/**
 * Import entries: converts the MCP servers of a client's configuration to services. Pure.
 *
 * Enforces invariant 8: a secret becomes a reference, and its value is returned separately. An entry with the client's
 * own placeholders (`${input:…}`, `${workspaceFolder}`) can't be moved, and is reported.
 */
import { isObject } from '@contract/json/json-object.js'
import type { ServiceConfig } from '@shared/servers/service.js'
import type { ImportObstacle, ImportProgram } from '@shared/servers/service-import.js'
import {
  argumentParts,
  isKeyHeader,
  isKeyVariable,
  looksLikeKey,
  namesKey,
  withoutUrlKeys,
} from '../../policy/services/service-keys.js'
import { escapedReferences, secretName, secretReference } from '../../policy/services/service-references.js'

export interface ReadEntry {
  /** As in the client's file. */
  readonly name: string
  /** Its command line or URL, without keys. */
  readonly shows: string
  readonly stays?: ImportObstacle
  readonly config?: ServiceConfig
  /** `SERVICE/NAME` and its value. */
  readonly secrets: readonly (readonly [name: string, value: string])[]
}

export interface EntryNames {
  /** Name and namespace of the service, unique among services. */
  readonly service: string
  readonly namespace: string
}

const maxShownLength = 200

class NotImportableError extends Error {
  constructor(readonly obstacle: ImportObstacle) {
    super(obstacle)
  }
}

/** @param isOurs whether this entry starts Gatehouse */
export function readEntry(
  program: ImportProgram,
  { name, value, isOurs }: { readonly name: string; readonly value: unknown; readonly isOurs: boolean },
  names: EntryNames,
): ReadEntry {
  const secrets: (readonly [string, string])[] = []
  const shows = shownOf(value)
  if (isOurs) return { name, shows, stays: 'gatehouse', secrets }
  try {
    return { name, shows, config: configOf(), secrets }
  } catch (thrown) {
    if (thrown instanceof NotImportableError) return { name, shows, stays: thrown.obstacle, secrets: [] }
    throw thrown
  }

  function configOf(): ServiceConfig {
    if (!isObject(value) || value.envFile !== undefined)
      throw new NotImportableError(isObject(value) ? 'client-value' : 'unknown')
    const enabled = value.disabled !== true && value.enabled !== false
    const base = { enabled, namespace: names.namespace }
    const type = typeOf(value)
    if (type === 'stdio') {
      const { command, args = [], env = {}, cwd } = value
      if (typeof command !== 'string' || command === '' || !isTexts(args)) throw new NotImportableError('unknown')
      if (cwd !== undefined && typeof cwd !== 'string') throw new NotImportableError('unknown')
      const variables = textsIn(env, (key, text) => (isKeyVariable(key, text) ? key : undefined))
      return {
        ...{ type, ...base, command: literal(command), args: argumentsOf(args) },
        ...(Object.keys(variables).length > 0 && { env: variables }),
        ...(cwd !== undefined && { cwd: literal(cwd) }),
      }
    }
    const url = value.url ?? value.serverUrl ?? value.httpUrl
    if (typeof url !== 'string' || !/^https?:\/\//u.test(url)) throw new NotImportableError('unknown')
    const headers = textsIn(value.headers ?? {}, (key) => (isKeyHeader(key) ? key : undefined))
    const address = withoutUrlKeys(url) === url ? literal(url) : kept('url', url)
    return { type, ...base, url: address, ...(Object.keys(headers).length > 0 && { headers }) }
  }

  function textsIn(texts: unknown, keyOf: (key: string, text: string) => string | undefined): Record<string, string> {
    if (!isObject(texts)) throw new NotImportableError('unknown')
    return Object.fromEntries(
      Object.entries(texts).map(([key, text]) => {
        if (typeof text !== 'string' && typeof text !== 'number' && typeof text !== 'boolean')
          throw new NotImportableError('unknown')
        const secret = keyOf(key, `${text}`)
        return [key, secret === undefined ? literal(`${text}`) : kept(secret, `${text}`)]
      }),
    )
  }

  function argumentsOf(args: readonly string[]): string[] {
    return argumentParts(args).map(
      ({ plain, key }, index) => literal(plain) + (key === undefined ? '' : kept(`argument-${index + 1}`, key)),
    )
  }

  /** A client's reference is never a secret: it only names the source of the value. */
  function kept(label: string, text: string): string {
    const plain = literal(text)
    if (text === '' || plain !== escapedReferences(text)) return plain
    secrets.push([secretName(names.service, label), text])
    return secretReference(names.service, label)
  }

  /** A text of the client's file in our syntax, with the references both support. */
  function literal(text: string): string {
    if (program === 'claude-desktop' || program === 'file') return escapedReferences(text)
    if (text.includes('${input:')) throw new NotImportableError('input')
    return text.replaceAll(/\$\{([^${}]{0,256})\}/gu, (_whole, inner: string) => {
      if (/^env:[A-Za-z_][A-Za-z0-9_]*$/u.test(inner)) return `\${${inner.slice('env:'.length)}}`
      if (inner === 'userHome') return '${HOME}'
      if (inner === 'pathSeparator' || inner === '/') return '/'
      throw new NotImportableError('client-value')
    })
  }
}

type Json = Readonly<Record<string, unknown>>

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

function splitAt(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)]
}

function typeOf(entry: Json): 'stdio' | 'sse' | 'http' {
  const given = entry.type ?? entry.transportType ?? entry.transport
  if (given === undefined) return entry.command === undefined && hasAddress(entry) ? 'http' : 'stdio'
  if (given === 'stdio' || given === 'sse') return given
  if (typeof given === 'string' && ['http', 'streamablehttp', 'streamable-http', 'streamableHttp'].includes(given))
    return 'http'
  throw new NotImportableError('unknown')
}

const hasAddress = ({ url, serverUrl, httpUrl }: Json): boolean =>
  url !== undefined || serverUrl !== undefined || httpUrl !== undefined

/** A description without keys, for the person. */
function shownOf(value: unknown): string {
  if (!isObject(value)) return ''
  const address = value.url ?? value.serverUrl ?? value.httpUrl
  if (typeof value.command !== 'string')
    return typeof address === 'string' ? withoutUrlKeys(address).slice(0, maxShownLength) : ''
  const args = isTexts(value.args) ? value.args : []
  const shown = args.map((arg, index) => {
    const before = args[index - 1] ?? ''
    const [option = '', inline] = splitAt(arg, '=')
    if (inline !== undefined && namesKey(option)) return `${option}=…`
    const isKey =
      (before.startsWith('-') && namesKey(before)) || before === '--header' || before === '-H' || looksLikeKey(arg)
    return isKey ? '…' : withoutUrlKeys(arg)
  })
  return [value.command, ...shown].join(' ').slice(0, maxShownLength)
}

/** Secrets in an entry, whether it can be moved or not. */
export function keysIn(value: unknown): readonly string[] {
  if (!isObject(value)) return []
  const named = [value.env, value.headers].flatMap((texts) =>
    isObject(texts)
      ? Object.entries(texts).flatMap(([name, text]) =>
          typeof text === 'string' && isKeyVariable(name, text) ? [text] : [],
        )
      : [],
  )
  const given = isTexts(value.args) ? argumentParts(value.args).map(({ key = '' }) => key) : []
  const addresses = [value.url, value.serverUrl, value.httpUrl].filter(
    (url): url is string => typeof url === 'string' && withoutUrlKeys(url) !== url,
  )
  return [...named, ...given, ...addresses].filter((text) => text !== '')
}
