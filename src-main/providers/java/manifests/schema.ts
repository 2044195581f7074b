/** Schemas and builders of the manifests of `ext.java.*`. */
import { manifestBuilder } from '../../minecraft/manifest.js'
import { blockStates, placeSchemas } from '../../minecraft/schema.js'

export const { actionManifest, contextManifest, eventManifest, undoableManifest } = manifestBuilder({
  id: 'java',
  name: 'Java server',
})

export const { world, location, corner } = placeSchemas({
  lowest: -2_048,
  highest: 4_096,
  example: ', for example "world" or "world_nether"',
})

export const states = blockStates(32, 'Block states, for example {"facing": "north"}.')
