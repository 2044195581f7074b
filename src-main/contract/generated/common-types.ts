/* Generated from schemas/ by `npm run generate`. Do not edit. */

/**
 * This interface was referenced by `CommonTypes`'s JSON-Schema
 * via the `definition` "PlayerRef".
 */
export type PlayerRef =
  | {
      /**
       * Name of the player.
       */
      name: string
    }
  | {
      /**
       * UUID of the player.
       */
      uuid: string
    }

/**
 * Types that several capabilities share. See docs/protocol.md#common-types and docs/protocol.md#calls-envelope.
 */
export interface CommonTypes {
  location?: Location
  playerRef?: PlayerRef
  itemStack?: ItemStack
  timeRange?: TimeRange
  pagination?: Pagination
  paginatedResult?: PaginatedResult
  response?: Response
}
/**
 * This interface was referenced by `CommonTypes`'s JSON-Schema
 * via the `definition` "Location".
 */
export interface Location {
  /**
   * Name of the world.
   */
  world: string
  /**
   * Blocks, east positive.
   */
  x: number
  /**
   * Blocks, up positive.
   */
  y: number
  /**
   * Blocks, south positive.
   */
  z: number
  /**
   * Degrees, 0 looks south.
   */
  yaw?: number
  /**
   * Degrees, 90 looks down.
   */
  pitch?: number
}
/**
 * Items that lie, or are carried, together.
 *
 * This interface was referenced by `CommonTypes`'s JSON-Schema
 * via the `definition` "ItemStack".
 */
export interface ItemStack {
  /**
   * Id of the item, for example minecraft:oak_planks.
   */
  type: string
  amount?: number
  durability?: number
  enchantments?: {
    id?: string
    level?: number
  }[]
  displayName?: string
  lore?: string[]
  /**
   * More data of the game.
   */
  nbt?: {
    [k: string]: unknown
  }
}
/**
 * This interface was referenced by `CommonTypes`'s JSON-Schema
 * via the `definition` "TimeRange".
 */
export interface TimeRange {
  start?: string
  end?: string
}
/**
 * This interface was referenced by `CommonTypes`'s JSON-Schema
 * via the `definition` "Pagination".
 */
export interface Pagination {
  page?: number
  pageSize?: number
}
/**
 * This interface was referenced by `CommonTypes`'s JSON-Schema
 * via the `definition` "PaginatedResult".
 */
export interface PaginatedResult {
  items: unknown[]
  total: number
  page: number
  pageSize: number
  hasNext?: boolean
  hasPrevious?: boolean
}
/**
 * The envelope of every answer. See docs/protocol.md#calls-envelope.
 *
 * This interface was referenced by `CommonTypes`'s JSON-Schema
 * via the `definition` "Response".
 */
export interface Response {
  success: boolean
  requestId: string
  timestamp: string
  /**
   * Present on success.
   */
  data?: {
    [k: string]: unknown
  }
  error?: ContractError
  metadata?: {
    /**
     * Milliseconds.
     */
    executionTime?: number
    serverId?: string
    snapshotId?: string | null
  }
}
export interface ContractError {
  /**
   * A code of the catalogue, for example BUSINESS.PLAYER_OFFLINE.
   */
  code: string
  /**
   * For people.
   */
  message: string
  details?: {
    [k: string]: unknown
  }
  cause?: ContractError
  /**
   * What to do next.
   */
  suggestion?: string
  documentation?: string
}
