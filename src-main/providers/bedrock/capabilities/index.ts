/** All capabilities a Bedrock game can support. To add one, add it to one of these lists and write its manifest. */
import type { BedrockCapability } from './bedrock-capability.js'
import { playerCapabilities } from './player-capabilities.js'
import { scriptCapabilities } from './script-capabilities.js'
import { serverCapabilities } from './server-capabilities.js'
import { snapshotCapabilities } from './snapshot-capabilities.js'
import { worldCapabilities } from './world-capabilities.js'

export const bedrockCapabilities: ReadonlyMap<string, BedrockCapability> = new Map(
  [
    ...playerCapabilities,
    ...worldCapabilities,
    ...scriptCapabilities,
    ...serverCapabilities,
    ...snapshotCapabilities,
  ].map((one) => [one.id, one]),
)
