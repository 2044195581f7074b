/**
 * Import entries: converts the MCP servers of a client's configuration to services. Pure.
 *
 * Enforces invariant 8: a secret becomes a reference, and its value is returned separately. An entry that needs what
 * only its client knows (`${input:…}`, an `envFile`) can't be moved, and is reported.
 */
import { isObject } from '@contract/json/json-object.js'
import type { ServiceConfig, ServiceDraft } from '@shared/servers/service.js'
import type { ImportObstacle } from '@shared/servers/service-import.js'
import { type NamedSecret, secretsOf, shownDraft, withoutKeys } from '../../policy/services/draft-keys.js'
import { usualEntry } from './client-forms.js'
import {
  type ClientContext,
  NotImportableError,
  partsOfClientText,
  type ReferenceDialect,
} from './client-references.js'

export interface ReadEntry {
  /** As in the client's file. */
  readonly name: string
  /** Its command line or URL, without keys. */
  readonly shows: string
  readonly stays?: ImportObstacle
  readonly config?: ServiceConfig
  readonly secrets: readonly NamedSecret[]
}

export interface EntryNames {
  /** Name and namespace of the service, unique among services. */
  readonly service: string
  readonly namespace: string
}

export interface GivenEntry {
  readonly name: string
  readonly value: unknown
  /** Whether this entry starts Gatehouse. */
  readonly isOurs: boolean
}

export function readEntry(
  dialect: ReferenceDialect,
  { name, value, isOurs }: GivenEntry,
  names: EntryNames,
  context: ClientContext,
): ReadEntry {
  let shows = ''
  try {
    const entry = usualEntry(value)
    shows = shownOf(entry)
    if (isOurs) return { name, shows, stays: 'gatehouse', secrets: [] }
    const { replace, secrets } = secretsOf(names.service)
    const draft = withoutKeys(draftOf(entry, context), { partsOf: partsOfClientText(dialect, context), replace })
    if ('url' in draft && !/^(?:https?:\/\/|\$\{)/u.test(draft.url)) throw new NotImportableError('unknown')
    const { disabled, enabled } = entry as Json
    const base = { enabled: disabled !== true && enabled !== false, namespace: names.namespace }
    return { name, shows, config: { ...base, ...draft } as ServiceConfig, secrets }
  } catch (thrown) {
    if (thrown instanceof NotImportableError) return { name, shows, stays: thrown.obstacle, secrets: [] }
    throw thrown
  }
}

type Json = Readonly<Record<string, unknown>>

/** Members with which a client makes up keys or variables by itself. */
const clientOnly = ['envFile', 'headersHelper', 'authProviderType']

/** @throws NotImportableError */
function draftOf(value: unknown, { project }: ClientContext): ServiceDraft {
  if (!isObject(value)) throw new NotImportableError('unknown')
  if (clientOnly.some((name) => value[name] !== undefined)) throw new NotImportableError('client-value')
  const type = typeOf(value)
  if (type === 'stdio') {
    // The clients of a project start its servers in its folder.
    const { command, args, env } = value
    // Clients read an empty folder as none.
    const cwd = value.cwd === '' ? project : (value.cwd ?? project)
    if (typeof command !== 'string' || command === '') throw new NotImportableError('unknown')
    if (!isTexts(args ?? []) || (cwd !== undefined && typeof cwd !== 'string')) throw new NotImportableError('unknown')
    const variables = textsIn(env)
    return {
      type,
      command,
      args: (args ?? []) as readonly string[],
      ...(variables && { env: variables }),
      ...(cwd !== undefined && { cwd }),
    }
  }
  const url = addressOf(value)
  if (typeof url !== 'string' || !/^(?:https?:\/\/|\$|\{env:)/u.test(url)) throw new NotImportableError('unknown')
  const headers = textsIn(value.headers)
  return { type, url, ...(headers && { headers }) }
}

const addressOf = ({ url, serverUrl, httpUrl }: Json): unknown => url ?? serverUrl ?? httpUrl

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** @returns undefined for none. @throws NotImportableError */
function textsIn(texts: unknown = {}): Readonly<Record<string, string>> | undefined {
  if (!isObject(texts)) throw new NotImportableError('unknown')
  const entries = Object.entries(texts).map(([name, text]) => {
    if (!['string', 'number', 'boolean'].includes(typeof text)) throw new NotImportableError('unknown')
    return [name, `${text}`] as const
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function typeOf(entry: Json): 'stdio' | 'sse' | 'http' {
  const given = entry.type ?? entry.transportType ?? entry.transport
  const url = addressOf(entry)
  if (given === undefined) {
    if (entry.command !== undefined || url === undefined) return 'stdio'
    // Clients try both transports; this is the usual address of the older one.
    return typeof url === 'string' && /\/sse\/?(?:\?|$)/u.test(url) ? 'sse' : 'http'
  }
  if (given === 'stdio' || given === 'sse') return given
  if (typeof given === 'string' && /^(?:http|streamable[-_]?http)$/iu.test(given)) return 'http'
  throw new NotImportableError('unknown')
}

/** A description without keys, for the person; also of an entry that stays. */
function shownOf(value: unknown): string {
  if (!isObject(value)) return ''
  const { command, args } = value
  if (typeof command === 'string') return shownDraft({ type: 'stdio', command, args: isTexts(args) ? args : [] })
  const url = addressOf(value)
  return typeof url === 'string' ? shownDraft({ type: 'http', url }) : ''
}
