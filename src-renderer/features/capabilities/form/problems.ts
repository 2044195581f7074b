/** Problems: validation errors, each at the field where a person can correct it, in the language of the screen. */
import type { ArgumentProblem } from '@contract/call.js'
import { pointerOf } from '../schema.js'
import type { Draft } from './draft.js'
import type { Field } from './field.js'

/** Paths of all fields on the screen. */
export const pathsOf = (field: Field, draft: Draft, path = ''): readonly string[] => {
  if (field.kind === 'object' && draft.kind === 'object') {
    if (!draft.on) return [path]
    const inside = field.members.flatMap((member) => {
      const one = draft.members[member.name]
      return one ? pathsOf(member.field, one, pointerOf(path, member.name)) : []
    })
    return [path, ...inside]
  }
  if (field.kind === 'list' && draft.kind === 'list') {
    return [path, ...draft.items.flatMap((item, at) => pathsOf(field.item, item, pointerOf(path, at)))]
  }
  if (field.kind === 'variants' && draft.kind === 'variants') {
    const [variant, inside] = [field.variants[draft.at], draft.drafts[draft.at]]
    return variant && inside ? [path, ...pathsOf(variant.field, inside, path)] : [path]
  }
  return [path]
}

export type ProblemsByField = ReadonlyMap<string, readonly ArgumentProblem[]>

/** Each problem at the innermost field that it lies in. */
export const placed = (problems: readonly ArgumentProblem[], paths: readonly string[]): ProblemsByField => {
  const at = new Map<string, ArgumentProblem[]>()
  for (const problem of problems) {
    const home = paths.reduce(
      (best, path) =>
        (problem.path === path || problem.path.startsWith(`${path}/`)) && path.length >= best.length ? path : best,
      '',
    )
    const there = at.get(home)
    if (there) there.push(problem)
    else at.set(home, [problem])
  }
  return at
}

type Translate = (key: string, options?: Record<string, unknown>) => string

/** Written as the language does it where it is one. */
const asNumber = (limit = ''): number | string => (Number.isFinite(Number(limit)) ? Number(limit) : limit)

/** What the gateway expected, by how it says it; other texts are shown unchanged. */
const phrases: readonly (readonly [RegExp, (t: Translate, match: RegExpExecArray) => string])[] = [
  [/^a value \(it is required\)$/u, (t) => t('manifests.wrong.required')],
  [/^no such argument$/u, (t) => t('manifests.wrong.unknown')],
  [
    /^(?:string|number|integer|boolean|object|array|null)$/u,
    (t, [type]) => t('manifests.wrong.type', { type: t(`manifests.types.${type}`) }),
  ],
  [/^JSON$/u, (t) => t('manifests.wrong.json')],
  [/^at least (\d+) characters$/u, (t, [, count]) => t('manifests.wrong.short', { count: Number(count) })],
  [/^at most (\d+) characters$/u, (t, [, count]) => t('manifests.wrong.long', { count: Number(count) })],
  [/^at least (\d+) items$/u, (t, [, count]) => t('manifests.wrong.few', { count: Number(count) })],
  [/^at most (\d+) items$/u, (t, [, count]) => t('manifests.wrong.many', { count: Number(count) })],
  [/^no two equal items$/u, (t) => t('manifests.wrong.equal')],
  [/^>= (\S+)$/u, (t, [, limit]) => t('manifests.wrong.low', { limit: asNumber(limit) })],
  [/^<= (\S+)$/u, (t, [, limit]) => t('manifests.wrong.high', { limit: asNumber(limit) })],
  [/^text that matches (.+)$/u, (t, [, pattern]) => t('manifests.wrong.pattern', { pattern })],
  [/^text of the format (.+)$/u, (t, [, format]) => t('manifests.wrong.format', { format })],
  [/^one of (.+)$/u, (t, [, list]) => t('manifests.wrong.choice', { list })],
]

export const problemText = ({ expected }: ArgumentProblem, t: Translate): string => {
  for (const [pattern, words] of phrases) {
    const match = pattern.exec(expected)
    if (match) return words(t, match)
  }
  return t('manifests.wrong.other', { expected })
}
