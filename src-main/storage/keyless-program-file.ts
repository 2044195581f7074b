/**
 * Keyless program file: stores the owner's decisions about programs without a key of their own.
 *
 * Enforces invariant 2: an entry that is not exactly a decision is ignored and reported, because it may have been a
 * refusal. The damaged file is kept beside the new one, and counts until the owner removes it.
 */
import { existsSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { isObject } from '@contract/json/json-object.js'
import { type KeylessProgram, keylessLimits } from '@shared/clients/keyless.js'
import type { KeylessProgramStore } from '../gateway/ports/stores.js'
import { cleanText } from '../policy/text/untrusted-text.js'
import { writePrivateFile } from './profile.js'

export const keylessProgramFile = 'programs.json'

export function openKeylessProgramFile(profile: string): KeylessProgramStore {
  const file = path.join(profile, keylessProgramFile)
  const aside = `${file}.broken`
  function stored(): ReturnType<KeylessProgramStore['read']> {
    if (!existsSync(file)) return { programs: [] }
    const all = entriesOf(file)
    const programs = (all ?? []).slice(0, keylessLimits.programs).flatMap((one) => programIn(one) ?? [])
    return programs.length === all?.length ? { programs } : { programs, damaged: file }
  }
  return {
    read: () => ({ ...(existsSync(aside) && { damaged: aside }), ...stored() }),
    write(programs) {
      if (stored().damaged) renameSync(file, aside)
      writePrivateFile(file, `${JSON.stringify(programs, null, 2)}\n`)
    },
  }
}

function entriesOf(file: string): readonly unknown[] | undefined {
  try {
    const entries: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(entries) ? entries : undefined
  } catch {
    return undefined
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
