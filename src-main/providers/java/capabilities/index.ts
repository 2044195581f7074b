/** All capabilities a Java server can have. To add one, add it to one of these lists and write its manifest. */
import { buildCapability } from './build-capability.js'
import { effectCapabilities, itemCapabilities } from './effect-capabilities.js'
import { entityCapabilities } from './entity-capabilities.js'
import type { JavaCapability } from './java-capability.js'
import { lookCapabilities } from './look-capabilities.js'
import { preferManagement } from './management-calls.js'
import { peopleLists } from './people-lists.js'
import { playerCapabilities } from './player-capabilities.js'
import { serverCapabilities } from './server-capabilities.js'
import { snapshotCapabilities } from './snapshot-capabilities.js'
import { worldCapabilities } from './world-capabilities.js'

export const javaCapabilities: ReadonlyMap<string, JavaCapability> = new Map(
  [
    ...playerCapabilities,
    ...peopleLists,
    ...itemCapabilities,
    ...effectCapabilities,
    ...worldCapabilities,
    ...entityCapabilities,
    ...serverCapabilities,
    ...snapshotCapabilities,
    ...lookCapabilities,
    buildCapability,
  ].map((one) => [one.id, preferManagement(one)]),
)
