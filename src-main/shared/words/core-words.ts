/**
 * Core words: our own names, descriptions and risk reasons for the capabilities of the core catalogue and of Java servers.
 *
 * A manifest of somebody else's for a core id cannot rename it; what it says beyond the catalogue is shown beside our words.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import en from './en.json' with { type: 'json' }

/** `world_time_set`; undefined for an id that is not of the core. Ids of the contract hold no underscore. */
const keyOf = (capabilityId: string): string | undefined => {
  const key = capabilityId.replaceAll('.', '_')
  return !capabilityId.includes('_') && Object.hasOwn(en.capabilities, key) ? key : undefined
}

/** Key of our name for it. */
export const coreNameKey = (capabilityId: string): string | undefined => {
  const key = keyOf(capabilityId)
  return key && `capabilities.${key}.name`
}

/** Key of our description for people; a manifest's is written for models. */
export const coreDescriptionKey = (capabilityId: string): string | undefined => {
  const key = keyOf(capabilityId)
  return key && `capabilities.${key}.description`
}

/** Key of our words for any use of it; `coverage.any.other` takes its name. */
export const coreAnyKey = (capabilityId: string): string => {
  const key = keyOf(capabilityId)
  return `coverage.any.${key !== undefined && Object.hasOwn(en.coverage.any, key) ? key : 'other'}`
}

const wordsOf = (key: string): { readonly riskReason: string } => en.capabilities[key as keyof typeof en.capabilities]

export interface RiskReason {
  /** Key of our reason. */
  readonly key?: string
  /** What the manifest says, where that is not what the catalogue says. */
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
