/**
 * World members: the rows of the state table (before, after and now), and the source of their texts.
 *
 * Only the state of a core action gets translated names and values, so that texts of others are never replaced.
 */
import type { JsonObject } from '@contract/call.js'
import type { UndoPreview } from '@shared/trail/undo.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { ticksPerDay } from '@shared/words/time-of-day.js'
import { isWeather, type WeatherName } from '@shared/words/weather.js'
import en from '../../locales/en.json'
import { type FactValue, valueFact } from '../../sentences/facts.js'

export type WorldValue =
  | FactValue
  | { readonly kind: 'unknown' }
  | { readonly kind: 'time'; readonly ticks: number }
  | { readonly kind: 'weather'; readonly weather: WeatherName }

export interface WorldMember {
  readonly name: string
  /** Key of the translated name. */
  readonly key?: string
  readonly before: WorldValue
  readonly after: WorldValue
  readonly now: WorldValue
  /** The world has changed since the action. */
  readonly isFar: boolean
}

/** Members that the time of day includes. */
const includedInTime: ReadonlySet<string> = new Set(['fullTime', 'day', 'phase'])

const worldValue = (isCore: boolean, name: string, state: JsonObject | undefined): WorldValue => {
  const value = state?.[name]
  if (value === undefined) return { kind: 'unknown' }
  if (isCore && name === 'time' && typeof value === 'number' && value >= 0)
    return { kind: 'time', ticks: value % ticksPerDay }
  if (isCore && name === 'weather' && isWeather(value)) return { kind: 'weather', weather: value }
  return valueFact(name, value)
}

const sameness = (value: unknown): string => JSON.stringify(value) ?? ''

/** Members of which at least two states are known and differ. */
export const worldMembers = ({ entry, now, differences }: UndoPreview): readonly WorldMember[] => {
  const states = [entry.before, entry.after, now].filter((state) => state !== undefined)
  const names = [...new Set(states.flatMap((state) => Object.keys(state)))]
  const far = new Set(differences.map(({ path }) => path.split('.')[0]))
  const isCore = coreNameKey(entry.capabilityId) !== undefined
  const isIncluded = (name: string) => isCore && includedInTime.has(name) && names.includes('time')
  const differs = (name: string) => new Set(states.map((state) => sameness(state[name]))).size > 1
  return names
    .filter((name) => !isIncluded(name) && (far.has(name) || differs(name)))
    .map((name) => ({
      name,
      ...(isCore && Object.hasOwn(en.undo.members, name) && { key: `undo.members.${name}` }),
      before: worldValue(isCore, name, entry.before),
      after: worldValue(isCore, name, entry.after),
      now: worldValue(isCore, name, now),
      isFar: far.has(name),
    }))
}
