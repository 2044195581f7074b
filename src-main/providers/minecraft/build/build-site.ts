/** Build site: what a build needs of a server that is connected, of whichever kind. */
import type { BuildWait } from '@shared/build/build-state.js'
import type { BuildPlan, Drawn } from '../../../policy/build/plan.js'
import type { TileCounts } from './build-run.js'

export interface BuildPlace {
  readonly plan: BuildPlan
  /** Under which the blocks before the build are saved. */
  readonly groupId: string
  readonly dimension: string
}

export interface TilePlace extends BuildPlace {
  readonly tile: number
}

export interface TileWork extends TilePlace {
  /** It was interrupted: its saved blocks stay as they are. */
  readonly isBegun: boolean
  /** Aborts between two commands. */
  readonly signal: AbortSignal
  /** Called before the first command of the tile. */
  readonly onBegin: () => void
  /** Part of the tile that is set, 0 up to 1. */
  readonly onProgress: (part: number) => void
  readonly onCommand: () => void
  readonly onWait: (wait: BuildWait | undefined) => void
}

export type TileSent = { readonly kind: 'sent' } | { readonly kind: 'blocked'; readonly names: readonly string[] }

export type TileResult =
  | { readonly kind: 'done'; readonly counts: TileCounts }
  | { readonly kind: 'blocked'; readonly names: readonly string[] }

/** A server that is connected. */
export interface BuildSite {
  /** Ticks a second, as it was measured last; undefined while unknown. */
  readonly tps: number | undefined
  /** Saves all that the build may change. @returns the blocks that the plan sets in each tile. @throws GatewayError */
  save(place: BuildPlace, signal: AbortSignal): Promise<readonly number[]>
  /** Tiles that an undo restores. */
  touched(groupId: string): readonly number[]
  /** From now on an undo restores this tile, also after a crash. */
  touch(groupId: string, tile: number): void
  /** For one build. */
  builder(): SiteBuilder
  /** Nothing is worked on for now. @throws GatewayError */
  release(): Promise<void>
}

/** Sets the tiles of one build over one connection. */
export interface SiteBuilder {
  /** Tiles that were sent and not verified. */
  readonly openTiles: readonly number[]
  /** Sends the commands of a tile. @throws GatewayError when it cannot go on; what is set stays, and it can be set again */
  set(work: TileWork): Promise<TileSent>
  /** Whether all that was sent is there; it repairs what is not. @throws as `set` */
  verify(signal: AbortSignal, onEnd: (tile: number, result: TileResult) => void): Promise<void>
  /** Interrupted work starts again, from the world as it is then. */
  forget(): void
  /** A tile is left unfinished for now: its undo keeps what players do after. @throws GatewayError */
  leave(place: TilePlace): Promise<void>
}

/** Somebody whom the list of players does not name. */
export const unnamed = '?'

export const plannedIn = ({ parts }: Pick<Drawn, 'parts'>): number =>
  parts.reduce((sum, part) => sum + (part > 0 ? 1 : 0), 0)
