/**
 * Panic file: whether everything is stopped, across restarts. A separate file, so that nothing else can damage it.
 *
 * Guards invariant 2: it counts as off only when the file is missing or clearly says so.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { PanicState } from '@shared/approvals/panic.js'
import type { PanicStore } from '../gateway/ports/stores.js'
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
