/** Structure file: one that the owner added, which plans of AI may place. */
import type { BlockCount } from './build-preview.js'

export const structureKinds = ['schem', 'litematic', 'nbt'] as const

export interface StructureFile {
  /** As an AI names it, for example `castle-3fa9c2`. */
  readonly name: string
  /** As the owner chose it. */
  readonly fileName: string
  readonly kind: (typeof structureKinds)[number]
  readonly size: { readonly width: number; readonly height: number; readonly depth: number }
  readonly blocks: number
  /** Blocks that are left out, because only operators can place them. */
  readonly omitted: readonly BlockCount[]
}
