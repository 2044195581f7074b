/**
 * Keyless program file: stores the owner's decisions about programs without a key of their own.
 *
 * Enforces invariant 2: an entry that is not exactly a decision is ignored, so that its program asks again.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isObject } from '@contract/json/json-object.js'
import { type KeylessProgram, keylessLimits } from '@shared/clients/keyless.js'
import type { KeylessProgramStore } from '../gateway/ports/stores.js'
import { cleanText } from '../policy/text/untrusted-text.js'
import { writePrivateFile } from './profile.js'

export const keylessProgramFile = 'programs.json'

export function openKeylessProgramFile(profile: string): KeylessProgramStore {
  const file = path.join(profile, keylessProgramFile)
  return {
    read() {
      if (!existsSync(file)) return []
      const programs: unknown = JSON.parse(readFileSync(file, 'utf8'))
      if (!Array.isArray(programs)) throw new Error(`${file} holds something else`)
      return programs.slice(0, keylessLimits.programs).flatMap((one: unknown) => programIn(one) ?? [])
    },
    write: (programs) => writePrivateFile(file, `${JSON.stringify(programs, null, 2)}\n`),
  }
}

function programIn(value: unknown): KeylessProgram | undefined {
  if (!isObject(value)) return undefined
  const { id, name, state, at } = value
  if (typeof id !== 'string' || typeof name !== 'string' || typeof at !== 'string') return undefined
  if (state !== 'allowed' && state !== 'refused') return undefined
  if (name === '' || name !== cleanText(name, keylessLimits.name) || Number.isNaN(Date.parse(at))) return undefined
  return { id: id.slice(0, 64), name, state, at }
}
