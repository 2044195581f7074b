/** Service order: what the command line asks of the services of a running program, checked like anything from outside (invariant 7). */
import type { ServiceDraft } from '../contract/service.js'

export type ServiceOrder =
  | { readonly kind: 'service'; readonly act: 'list' }
  | { readonly kind: 'service'; readonly act: 'add'; readonly name: string; readonly draft: ServiceDraft }
  | { readonly kind: 'service'; readonly act: ServiceAct; readonly name: string }
  /** `file`: a path, or the name of a client. Without `confirmed` it is only shown. */
  | {
      readonly kind: 'service'
      readonly act: 'import' | 'undo-import'
      readonly file: string
      readonly confirmed: boolean
    }

const serviceActs = ['remove', 'start', 'stop', 'restart', 'log', 'sign-in', 'sign-out'] as const
export type ServiceAct = (typeof serviceActs)[number]

const longestText = 8_192

/** Undefined for what is no order. */
export function asServiceOrder(value: Readonly<Record<string, unknown>>): ServiceOrder | undefined {
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
  const { type, command, args, env = {}, cwd, url, headers = {}, ...more } = value
  if (Object.keys(more).length > 0 || !areTexts(env) || !areTexts(headers)) return undefined
  if (type === 'http' || type === 'sse') return isText(url, longestText) ? { type, url, headers } : undefined
  if (type !== 'stdio' || !isText(command, 4_096) || (cwd !== undefined && !isText(cwd, 4_096))) return undefined
  if (!Array.isArray(args) || args.length > 200 || !args.every((one) => typeof one === 'string')) return undefined
  return { type, command, args: args as string[], env, ...(cwd !== undefined && { cwd }) }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest

const areTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string' && one.length <= longestText)
