/**
 * Asking pause file: which programs are paused because a person denied several of their requests, over a restart.
 *
 * The file is the owner's own. What is not plainly a pause is none: a pause only spares people from being asked, and a
 * call that is not asked about because of one is still not allowed.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { AskingPauseStore, KeptAskingPause } from '../gateway/ports.js'
import { cleanText } from '../policy/untrusted-text.js'
import { writePrivateFile } from './profile.js'

export const askingPauseFile = 'asking-pauses.json'

/** Pauses that are read; there are no more programs with a key, and as many again. */
const mostPauses = 1_000

export function openAskingPauseFile(profile: string): AskingPauseStore {
  const file = path.join(profile, askingPauseFile)
  return {
    read() {
      if (!existsSync(file)) return []
      const pauses: unknown = JSON.parse(readFileSync(file, 'utf8'))
      if (!Array.isArray(pauses)) throw new Error(`${file} holds something else`)
      return pauses.slice(0, mostPauses).flatMap((one: unknown) => pauseIn(one) ?? [])
    },
    write(pauses) {
      if (pauses.length > 0 || existsSync(file)) writePrivateFile(file, `${JSON.stringify(pauses)}\n`)
    },
  }
}

type Members = Readonly<Record<string, unknown>>

function pauseIn(value: unknown): KeptAskingPause | undefined {
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

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
