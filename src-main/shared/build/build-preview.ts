/** Build preview: what a build would change at its place, for people and models. Nothing was changed to find out. */

/** A block position of the world. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}

export interface BlockCount {
  /** A block id such as `minecraft:stone_bricks`, without states. */
  readonly block: string
  readonly count: number
}

export interface ReplacedContainer extends Place {
  readonly block: string
  /** The most of one item first; at most 27. */
  readonly items: readonly { readonly id: string; readonly count: number }[]
}

export interface BuildFacts {
  /** The plan and its place: SHA-256 as hex. A changed plan has another. */
  readonly hash: string
  readonly name: string
  readonly world: string
  /** Both corners are included. */
  readonly from: Place
  readonly to: Place
  readonly size: Place
  /** Blocks that the plan sets, also where the world has them already. */
  readonly blocks: number
  /** Blocks that would change. */
  readonly changes: number
  /** Of what the plan sets, the most first. */
  readonly kinds: readonly BlockCount[]
  /** Blocks other than air, plants and liquids that would be replaced, the most first. */
  readonly replaced: readonly BlockCount[]
  /** Containers with items that would be replaced; the list is bounded, `containerCount` is not. */
  readonly containers: readonly ReplacedContainer[]
  readonly containerCount: number
  /** Players who stand where blocks would be: their parts wait. */
  readonly players: readonly (Place & { readonly name: string })[]
  /** Mobs and objects inside, by type; absent where the server does not tell. */
  readonly entities?: readonly { readonly type: string; readonly count: number }[]
  /** Names of parts that touch neither the ground nor another part. */
  readonly floating: readonly string[]
  /** Blocks of water and lava beside the build that could flow into it or out of it. */
  readonly water: number
  readonly lava: number
  readonly commands: number
  /** Estimate. */
  readonly seconds: number
  /** What could not be found out, for example that the place was never visited. Empty when all was. */
  readonly unknown: readonly BuildUnknown[]
}

/**
 * `unreadable`: no block of the world can be read, so that nothing that stands there is known. `picture`: the build is too
 * large for one picture, which shows its middle.
 */
export type BuildUnknown = 'not-generated' | 'blocks' | 'unreadable' | 'entities' | 'players' | 'picture'

/** Quarter turns of the camera, clockwise seen from above. Turn 0 looks from the south-east. */
export type Turn = 0 | 1 | 2 | 3

/** How points of the world map to pixels of a picture; `pixelOf` does it. */
export interface Projection {
  readonly turn: Turn
  /** Of the painted box; both corners are included. */
  readonly from: Place
  readonly to: Place
  /** Pixels of half a block's width: a block's top is twice as wide, and as high as this. Below 1 where blocks were merged. */
  readonly half: number
  /** Pixels of a block's side. */
  readonly rise: number
  /** Pixel of the lowest corner of the painted box farthest from the viewer. */
  readonly left: number
  readonly top: number
}

export interface BuildPicture {
  readonly width: number
  readonly height: number
  /** PNG as base64. `before` is absent where blocks cannot be read, as on Bedrock. */
  readonly before?: string
  readonly after: string
  readonly projection: Projection
}

export interface BuildPreview {
  readonly facts: BuildFacts
  readonly picture: BuildPicture
  /** The y of the ground around the build; absent where blocks cannot be read. */
  readonly ground?: number
}

/** A point of a picture. Not called x and y: it is no place of the world. */
export interface PicturePoint {
  readonly left: number
  readonly top: number
}

/** What the owner sees beside the picture. Where things are is given as points of it: coordinates may be hidden. */
export interface BuildView {
  readonly facts: BuildFacts
  /** Blocks along the axes; a size names no place. */
  readonly size: { readonly width: number; readonly height: number; readonly depth: number }
  /** In the order of the kinds: the colour of each in the picture, as `#rrggbb`. */
  readonly colours: readonly string[]
  readonly frame: {
    /** Corners of the ground that the build covers, around it. */
    readonly outline: readonly PicturePoint[]
    /** Where each player of the facts stands, in their order. */
    readonly players: readonly PicturePoint[]
  }
}

/** PNG as base64. */
export type BuildImages = Omit<BuildPicture, 'projection'>

const buildCapabilities: readonly string[] = ['ext.java.build', 'ext.bedrock.build']

/** Whether an action is a build, which people see before they approve it. */
export const isBuild = (capabilityId: string): boolean => buildCapabilities.includes(capabilityId)
