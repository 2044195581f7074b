/**
 * Service command: orders of the command line for the services of a running program, validated like external data
 * (invariant 7).
 */
import { isObject } from '@contract/json/json-object.js'
import type { ServiceDraft } from '@shared/servers/service.js'

export type ServiceCommand =
  | { readonly kind: 'service'; readonly act: 'list' }
  | { readonly kind: 'service'; readonly act: 'add'; readonly name: string; readonly draft: ServiceDraft }
  | { readonly kind: 'service'; readonly act: ServiceCommandAct; readonly name: string }
  /** `file`: a path, or the name of a client. Without `confirmed`, the change is only shown. */
  | {
      readonly kind: 'service'
      readonly act: 'import' | 'undo-import'
      readonly file: string
      readonly confirmed: boolean
    }

const serviceActs = ['remove', 'start', 'stop', 'restart', 'log', 'sign-in', 'sign-out'] as const
export type ServiceCommandAct = (typeof serviceActs)[number]

const maxTextLength = 8_192

/** Undefined when it is not a valid order. */
export function parseServiceCommand(value: Readonly<Record<string, unknown>>): ServiceCommand | undefined {
  const { kind, act, name, draft, file, confirmed, ...more } = value
  if (kind !== 'service' || Object.keys(more).length > 0) return undefined
  const rest = (...some: readonly unknown[]) => some.every((one) => one === undefined)
  if (act === 'list') return rest(name, draft, file, confirmed) ? { kind, act } : undefined
  if (act === 'import' || act === 'undo-import') {
    const isWhole = isText(file, 4_096) && typeof confirmed === 'boolean' && rest(name, draft)
    return isWhole ? { kind, act, file, confirmed } : undefined
  }
  if (!isText(name, 64) || !rest(file, confirmed)) return undefined
  if (act === 'add') {
    const known = asDraft(draft)
    return known && { kind, act, name, draft: known }
  }
  const known = serviceActs.find((one) => one === act)
  return known && draft === undefined ? { kind, act: known, name } : undefined
}

function asDraft(value: unknown): ServiceDraft | undefined {
  if (!isObject(value)) return undefined
  const { type, command, args, env = {}, cwd, url, headers = {}, startTimeout, ...more } = value
  if (Object.keys(more).length > 0 || !areTexts(env) || !areTexts(headers)) return undefined
  if (startTimeout !== undefined && !isStartTimeout(startTimeout)) return undefined
  const limit = startTimeout === undefined ? {} : { startTimeout }
  if (type === 'http' || type === 'sse') {
    return isText(url, maxTextLength) ? { type, ...limit, url, headers } : undefined
  }
  if (type !== 'stdio' || !isText(command, 4_096) || (cwd !== undefined && !isText(cwd, 4_096))) return undefined
  if (!Array.isArray(args) || args.length > 200 || !args.every((one) => typeof one === 'string')) return undefined
  return { type, ...limit, command, args: args as string[], env, ...(cwd !== undefined && { cwd }) }
}

/** Milliseconds, as the schema of the file has them. */
export const isStartTimeout = (value: unknown): value is number =>
  typeof value === 'number' && value >= 1_000 && value <= 600_000

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest

const areTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string' && one.length <= maxTextLength)
