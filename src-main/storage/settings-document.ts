/**
 * Settings document: parses the text of a settings file.
 *
 * Guards invariant 2: a file with any invalid value is rejected as a whole.
 */

import { isObject } from '@contract/json/json-object.js'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import type { ValidateFunction } from 'ajv'
import { resolveReferences } from '../policy/program/setting-references.js'

export type Environment = Readonly<Record<string, string | undefined>>

export type ParsedSettings =
  | {
      readonly ok: true
      /** As written. */
      readonly raw: Readonly<Record<string, unknown>>
      readonly settings: Settings
      /** Referenced variables that are not set: those settings have their defaults. */
      readonly missing: readonly string[]
    }
  | { readonly ok: false; readonly why: string }

/** Whether a value matches `schemas/config-v1.json`; compiled from it. */
export type IsConfig = ValidateFunction<Settings & { readonly version: number }>

export type ParseSettings = (text: string) => ParsedSettings

/** Of the format. A file that a person wrote may omit it. */
export const settingsVersion = 1

export function createUnderstand(isConfig: IsConfig, environment: Environment): ParseSettings {
  return (text) => {
    const stored = parsed(text)
    if (!stored) return { ok: false, why: 'It is not a JSON object.' }
    const raw: Readonly<Record<string, unknown>> = { version: settingsVersion, ...stored }
    if (typeof raw.version === 'number' && raw.version > settingsVersion) {
      return { ok: false, why: 'A newer version of Gatehouse wrote it.' }
    }
    const { value, missing } = resolveReferences(raw, environment)
    const config: unknown = withDefaults(value as Readonly<Record<string, unknown>>)
    if (!isConfig(config)) {
      const [problem] = isConfig.errors ?? []
      return { ok: false, why: `${problem?.instancePath || 'It'} ${problem?.message ?? 'is not valid'}.` }
    }
    const { version: _version, ...settings } = config
    return { ok: true, raw, settings, missing }
  }
}

/** A file may be older than a place to answer. */
function withDefaults(value: Readonly<Record<string, unknown>>): unknown {
  const { answerPlaces } = value
  const places = isObject(answerPlaces) && { answerPlaces: { ...defaultSettings.answerPlaces, ...answerPlaces } }
  return { ...defaultSettings, ...value, ...places }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/u, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
