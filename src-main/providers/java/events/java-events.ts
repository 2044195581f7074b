/** Java events: which events of the core catalogue a Java server can tell of, and why not the others. */
import type { Lack } from '../../../contract/java-server.js'
import type { Abilities } from '../capabilities/java-capability.js'

export interface EventOffer {
  readonly offered: readonly string[]
  readonly refused: readonly { readonly id: string; readonly lack: Lack }[]
}

const always = ['player.join', 'player.leave']
const fromLog = ['player.chat', 'player.death']
const never = ['world.block.placed', 'world.block.broken', 'world.tick.health']

export function javaEventIds(_abilities: Abilities): EventOffer {
  return {
    offered: always,
    refused: [
      ...fromLog.map((id) => ({ id, lack: { kind: 'folder' } as const })),
      ...never.map((id) => ({ id, lack: { kind: 'not-told' } as const })),
    ],
  }
}
