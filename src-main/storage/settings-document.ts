/**
 * Settings document: the text of a settings file, understood.
 *
 * Guards invariant 2: a file that says something unclear says nothing at all.
 */
import type { ValidateFunction } from 'ajv'
import { defaultSettings, type Settings } from '../contract/settings.js'
import { resolveReferences } from '../policy/setting-references.js'
import { migrate } from './settings-migrations.js'

export type Environment = Readonly<Record<string, string | undefined>>

export type Understood =
  | {
      readonly ok: true
      /** As it is written, of this program's version. */
      readonly raw: Readonly<Record<string, unknown>>
      readonly settings: Settings
      /** Variables that are named and not set: what names them has its default. */
      readonly missing: readonly string[]
      /** The version that the text is of, where it is an older one. */
      readonly from?: number
    }
  | { readonly ok: false; readonly why: string }

/** Whether a value is what `schemas/config-v1.json` says; compiled from there. */
export type IsConfig = ValidateFunction<Settings & { readonly version: number }>

export type Understand = (text: string) => Understood

export function createUnderstand(isConfig: IsConfig, environment: Environment): Understand {
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
