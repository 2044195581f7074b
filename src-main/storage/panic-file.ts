/**
 * Panic file: whether everything is stopped, across restarts; and in a file of its own, which programs are paused. Both
 * are separate from the other state, so that nothing else can damage them.
 *
 * Guards invariant 2: the panic counts as off only when the file is missing or clearly says so.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isObject } from '@contract/json/json-object.js'
import type { PanicState } from '@shared/approvals/panic.js'
import type { AskingPauseStore, PanicStore, StoredAskingPause } from '../gateway/ports/stores.js'
import { cleanText } from '../policy/text/untrusted-text.js'
import { writePrivateFile } from './profile.js'

export const panicFile = 'panic.json'

export function openPanicFile(profile: string): PanicStore {
  const file = path.join(profile, panicFile)
  return {
    read() {
      if (!existsSync(file)) return { on: false }
      const state = stateIn(JSON.parse(readFileSync(file, 'utf8')))
      if (!state) throw new Error(`${file} holds something else`)
      return state
    },
    write: (state) => writePrivateFile(file, `${JSON.stringify(state)}\n`),
  }
}

function stateIn(value: unknown): PanicState | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { on, since, by, pause, until } = value as Readonly<Record<string, unknown>>
  if (typeof on !== 'boolean') return undefined
  if (!on) return { on }
  return {
    on,
    ...(isTime(since) && { since }),
    ...(typeof by === 'string' && { by: cleanText(by, 128) }),
    // An unclear pause counts as a panic, and an unclear end as none: both last until a person ends them.
    ...(pause === true && { pause, ...(isTime(until) && { until }) }),
  }
}

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/**
 * Stores which programs are paused after several denials.
 *
 * The owner can edit the file. Invalid entries are ignored: a pause only prevents requests, it never allows a call.
 */
export const askingPauseFile = 'asking-pauses.json'

/** Maximum pauses to read: twice the maximum number of clients. */
const maxPauses = 1_000

export function openAskingPauseFile(profile: string): AskingPauseStore {
  const file = path.join(profile, askingPauseFile)
  return {
    read() {
      if (!existsSync(file)) return []
      const pauses: unknown = JSON.parse(readFileSync(file, 'utf8'))
      if (!Array.isArray(pauses)) throw new Error(`${file} holds something else`)
      return pauses.slice(0, maxPauses).flatMap((one: unknown) => pauseIn(one) ?? [])
    },
    write(pauses) {
      if (pauses.length > 0 || existsSync(file)) writePrivateFile(file, `${JSON.stringify(pauses)}\n`)
    },
  }
}

function pauseIn(value: unknown): StoredAskingPause | undefined {
  if (!isObject(value) || !isObject(value.caller)) return undefined
  const { denials, pauses, firstAt, lastAt, until } = value
  const { type, id, name, namedByOwner } = value.caller
  const numbers = [denials, pauses, firstAt, lastAt, until]
  if (type !== 'model' && type !== 'user' && type !== 'system') return undefined
  if (typeof id !== 'string' || typeof name !== 'string' || !numbers.every(isCount)) return undefined
  const [times = 0, before = 0, first = 0, last = 0, end = 0] = numbers as number[]
  const named = namedByOwner === true ? { namedByOwner: true as const } : {}
  const caller = { type, id: id.slice(0, 256), name: cleanText(name, 128), ...named } as const
  return { caller, denials: times, pauses: before, firstAt: first, lastAt: last, until: end }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
