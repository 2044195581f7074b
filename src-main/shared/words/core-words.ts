/**
 * Core words: built-in names, descriptions and risk reasons for the capabilities of the core catalogue and Java servers.
 *
 * A manifest of a provider for a core id cannot rename it; text that differs from the catalogue is shown in addition.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import en from './en.json' with { type: 'json' }

/** `world_time_set`; undefined for an id outside the core. Ids contain no underscore. */
const keyOf = (capabilityId: string): string | undefined => {
  const key = capabilityId.replaceAll('.', '_')
  return !capabilityId.includes('_') && Object.hasOwn(en.capabilities, key) ? key : undefined
}

/** Key of the built-in name. */
export const coreNameKey = (capabilityId: string): string | undefined => {
  const key = keyOf(capabilityId)
  return key && `capabilities.${key}.name`
}

/** Every capability with a built-in name: its id, and the key of the name. */
export const namedCapabilities: readonly { readonly id: string; readonly name: string }[] = Object.keys(
  en.capabilities,
).map((key) => ({ id: key.replaceAll('_', '.'), name: `capabilities.${key}.name` }))

/** Key of the built-in description for people; a manifest's description is for models. */
export const coreDescriptionKey = (capabilityId: string): string | undefined => {
  const key = keyOf(capabilityId)
  return key && `capabilities.${key}.description`
}

/** Key of the text for any use of the capability; `coverage.any.other` inserts its name. */
export const coreAnyKey = (capabilityId: string): string => {
  const key = keyOf(capabilityId)
  return `coverage.any.${key !== undefined && Object.hasOwn(en.coverage.any, key) ? key : 'other'}`
}

const wordsOf = (key: string): { readonly riskReason: string } => en.capabilities[key as keyof typeof en.capabilities]

export interface RiskReason {
  /** Key of the built-in reason. */
  readonly key?: string
  /** The reason in the manifest, if it differs from the catalogue. */
  readonly text?: string
}

export const riskReasonOf = (capabilityId: string, given: string | undefined): RiskReason => {
  if (given === undefined || given.trim() === '') return {}
  const key = keyOf(capabilityId)
  if (key === undefined) return { text: given }
  const ours = { key: `capabilities.${key}.riskReason` }
  const said = coreCatalogue.get(capabilityId)?.risk?.reason ?? wordsOf(key).riskReason
  return said === given ? ours : { ...ours, text: given }
}
