/**
 * Rows: what one server offers as the rows of the list "What AI may do", with what AI may do now.
 *
 * Guards invariant 4: what no person has accepted in its current form is shown as off, and what changed or is new says so.
 * Guards invariant 2: what the program has not said yet has no choice, and an action without a risk counts as critical.
 */
import type { CapabilityManifest, RiskLevel } from '@contract/generated/capability-manifest.js'
import { isOffByDefault } from '@shared/approvals/off-by-default.js'
import type { ActionChoice, ActionStanding, ChoiceOrder, ChosenAction } from '@shared/servers/action-choice.js'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import type { Server } from '@shared/servers/server.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { compareTopics, namespaceOf, type RowKey, rowKeyOf, rowKeys, specificationOf } from './topics.js'

type Translate = (key: string) => string

/** One capability of a row. */
export interface ActionPart {
  readonly id: string
  readonly name: string
  readonly manifest: CapabilityManifest
  /** Absent until the program has said it. */
  readonly standing?: ActionStanding
  /** Present while no person has accepted it in this form. */
  readonly waiting?: QuarantinedCapability
}

export interface ActionRow {
  /** A key of the table, or the id of another program's action. */
  readonly key: string
  /** One of ours, or a namespace. */
  readonly topic: string
  readonly name: string
  readonly looks: boolean
  readonly risk: RiskLevel
  readonly parts: readonly ActionPart[]
  /** `mixed` where its parts differ. */
  readonly choice: ActionChoice | 'mixed' | undefined
  /** It can never be allowed without a question. */
  readonly locked: boolean
  /** Not chosen yet in its current form. */
  readonly fresh?: 'new' | 'changed'
  readonly haystack: string
}

const ladder: readonly RiskLevel[] = ['low', 'medium', 'high', 'critical']

const riskOf = ({ type, risk }: CapabilityManifest): RiskLevel =>
  risk?.level ?? (type === 'action' ? 'critical' : 'low')

export const highestRisk = (manifests: readonly CapabilityManifest[]): RiskLevel =>
  manifests.map(riskOf).reduce((one, other) => (ladder.indexOf(one) >= ladder.indexOf(other) ? one : other), 'low')

export const nameOfCapability = ({ id, name }: Pick<CapabilityManifest, 'id' | 'name'>, t: Translate): string => {
  const key = coreNameKey(id)
  return key === undefined ? name : t(key)
}

/** The words of a row, and everything that finds it: its synonyms, and the names and ids of its parts. */
export function wordsOf(key: RowKey | undefined, manifests: readonly CapabilityManifest[], t: Translate) {
  const names = manifests.map((manifest) => nameOfCapability(manifest, t))
  const name = key === undefined ? (names[0] ?? '') : t(`may.row.${key}`)
  const synonyms = key === undefined ? '' : t(`may.words.${key}`)
  const texts = manifests.flatMap((manifest) => [manifest.id, manifest.name, manifest.description])
  return { name, haystack: [name, synonyms, ...names, ...texts].join('\n').slice(0, searched).toLocaleLowerCase() }
}

/** Characters that are searched: the texts of other programs may be long. */
const searched = 8_000

const isFresh = ({ waiting, id }: ActionPart): boolean =>
  waiting !== undefined && !waiting.rejected && !(waiting.reason === 'new' && isOffByDefault(id))

/** Every part of a server, its events too. */
export function partsOf(server: Server, standings: readonly ActionStanding[], t: Translate): readonly ActionPart[] {
  const byId = new Map(standings.map((one) => [one.id, one]))
  const waiting = new Map((server.quarantined ?? []).map((one) => [one.id, one]))
  const offered = [
    ...server.capabilities.filter(({ id }) => !waiting.has(id)),
    ...[...waiting.values()].map((one) => one.offered),
  ]
  return offered.map((manifest) => {
    const { id } = manifest
    const [standing, one] = [byId.get(id), waiting.get(id)]
    return {
      id,
      name: nameOfCapability(manifest, t),
      manifest,
      ...(standing && { standing: one ? { ...standing, choice: 'off' as const } : standing }),
      ...(one && { waiting: one }),
    }
  })
}

export const isEvent = ({ manifest }: ActionPart): boolean => manifest.type === 'event'

/** The rows of the parts that are no events, in the order of the screen. */
export function rowsOf(parts: readonly ActionPart[], t: Translate): readonly ActionRow[] {
  const rows = new Map<string, ActionPart[]>()
  for (const part of parts) {
    if (isEvent(part)) continue
    const key = rowKeyOf(part.id) ?? part.id
    rows.set(key, [...(rows.get(key) ?? []), part])
  }
  return [...rows].map(([key, some]) => rowOf(key, some, t)).sort(inOrder)
}

function rowOf(key: string, parts: readonly ActionPart[], t: Translate): ActionRow {
  const known = rowKeys.find((one) => one === key)
  const specification = known && specificationOf(known)
  const manifests = parts.map(({ manifest }) => manifest)
  const fresh = parts.filter(isFresh)
  return {
    ...wordsOf(known, manifests, t),
    key,
    topic: specification?.topic ?? namespaceOf(key),
    looks: specification?.looks ?? manifests.every(({ type }) => type === 'context'),
    risk: highestRisk(manifests),
    parts,
    choice: choiceOf(parts),
    locked: parts.some(({ standing }) => standing?.locked !== undefined),
    ...(fresh.length > 0 && {
      fresh: fresh.some(({ waiting }) => waiting?.reason === 'changed') ? ('changed' as const) : ('new' as const),
    }),
  }
}

/** Undefined until every part is known. */
export function choiceOf(parts: readonly ActionPart[]): ActionRow['choice'] {
  const choices = new Set(parts.map(({ standing }) => standing?.choice))
  if (choices.has(undefined)) return undefined
  return choices.size === 1 ? [...choices][0] : 'mixed'
}

const inOrder = (one: ActionRow, other: ActionRow): number => {
  const rank = ({ key }: ActionRow) => (rowKeys as readonly string[]).indexOf(key)
  return (
    compareTopics(one.topic, other.topic) ||
    Number(other.looks) - Number(one.looks) ||
    rank(one) - rank(other) ||
    (one.name < other.name ? -1 : 1)
  )
}

export const rowFilters = ['all', 'allow', 'ask', 'off', 'new'] as const
export type RowFilter = (typeof rowFilters)[number]

export const isIn = (row: ActionRow, filter: RowFilter): boolean =>
  filter === 'all' ||
  (filter === 'new' ? row.fresh !== undefined : row.parts.some(({ standing }) => standing?.choice === filter))

/** Every word of the search must be found. */
export const isFound = ({ haystack }: Pick<ActionRow, 'haystack'>, text: string): boolean =>
  text
    .toLocaleLowerCase()
    .split(/\s+/u)
    .filter(Boolean)
    .every((word) => haystack.includes(word))

/** What is sent for a choice about some parts: what is new or changed with the fingerprint of what is on the screen. */
export const chosenParts = (parts: readonly ActionPart[], order: ChoiceOrder): readonly ChosenAction[] =>
  parts
    .filter(({ standing }) => order !== 'allow' || standing?.locked === undefined)
    .map(({ id, waiting }) => ({ id, ...(waiting && { fingerprint: waiting.fingerprint }) }))
