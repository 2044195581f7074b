/**
 * Settings document: parses the text of a settings file.
 *
 * Guards invariant 2: a file with any invalid value is rejected as a whole.
 */

import { defaultSettings, type Settings } from '@shared/program/settings.js'
import type { ValidateFunction } from 'ajv'
import { resolveReferences } from '../policy/setting-references.js'
import { migrate } from './settings-migrations.js'

export type Environment = Readonly<Record<string, string | undefined>>

export type ParsedSettings =
  | {
      readonly ok: true
      /** As written, in this program's version. */
      readonly raw: Readonly<Record<string, unknown>>
      readonly settings: Settings
      /** Referenced variables that are not set: those settings have their defaults. */
      readonly missing: readonly string[]
      /** The version of the text, when it is an older one. */
      readonly from?: number
    }
  | { readonly ok: false; readonly why: string }

/** Whether a value matches `schemas/config-v1.json`; compiled from it. */
export type IsConfig = ValidateFunction<Settings & { readonly version: number }>

export type ParseSettings = (text: string) => ParsedSettings

export function createUnderstand(isConfig: IsConfig, environment: Environment): ParseSettings {
  return (text) => {
    const stored = parsed(text)
    if (!stored) return { ok: false, why: 'It is no JSON object.' }
    const migrated = migrate(stored)
    if (!migrated.ok) {
      return { ok: false, why: migrated.why === 'newer' ? 'A newer Gatehouse has written it.' : 'Its version is odd.' }
    }
    const { value, missing } = resolveReferences(migrated.document, environment)
    const config: unknown = { ...defaultSettings, ...(value as object) }
    if (!isConfig(config)) {
      const [problem] = isConfig.errors ?? []
      return { ok: false, why: `${problem?.instancePath || 'It'} ${problem?.message ?? 'is not as it should be'}.` }
    }
    const { version, ...settings } = config
    const from = migrated.from < version ? { from: migrated.from } : {}
    return { ok: true, raw: migrated.document, settings, missing, ...from }
  }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/u, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
