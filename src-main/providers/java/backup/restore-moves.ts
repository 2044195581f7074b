/**
 * Restore moves: puts restored worlds in the place of the present ones, by renames alone.
 *
 * Which renames are left follows from the names that exist, so a crash at any moment loses nothing, and `moveAll` can be
 * called again until it ends. No name is ever taken from something that has it, and nothing is removed.
 */

/** A world folder, its copy, and the name that the present one gets. */
export interface Move {
  readonly world: string
  readonly aside: string
  /** Absent when the backup does not have the folder. */
  readonly incoming?: string
}

/** The names of a server's folder, wherever it is. */
export interface MovableNames {
  /** Also a link that leads nowhere. */
  isThere(name: string): Promise<boolean>
  /** The target does not exist. */
  rename(from: string, to: string): Promise<void>
}

export async function moveAll(names: MovableNames, moves: readonly Move[]): Promise<void> {
  for (const { world, aside, incoming } of moves) {
    if (incoming === undefined) {
      const isLeft = (await names.isThere(world)) && !(await names.isThere(aside))
      if (isLeft) await names.rename(world, aside)
    } else if (await names.isThere(incoming)) {
      // A server that was started meanwhile may have made a world of its own: it steps aside too.
      if (await names.isThere(world)) await names.rename(world, await freeName(names, aside))
      await names.rename(incoming, world)
    }
  }
}

/** Whether no server can use one of the folders that are still to be renamed: it would have made the missing one. */
export async function isBetweenRenames(names: MovableNames, moves: readonly Move[]): Promise<boolean> {
  for (const { world, incoming } of moves) {
    if ((incoming === undefined || (await names.isThere(incoming))) && (await names.isThere(world))) return false
  }
  return true
}

/** Whether a world that was moved away has nothing in its place yet. */
export async function isMissing(names: MovableNames, moves: readonly Move[]): Promise<boolean> {
  for (const { world, aside, incoming } of moves) {
    if (incoming === undefined || (await names.isThere(world))) continue
    if (await names.isThere(aside)) return true
  }
  return false
}

/** The present worlds that `moveAll` would still move away. */
export async function worldsToMove(names: MovableNames, moves: readonly Move[]): Promise<readonly string[]> {
  const left: string[] = []
  for (const { world, aside, incoming } of moves) {
    const isLeft = incoming === undefined ? !(await names.isThere(aside)) : await names.isThere(incoming)
    if (isLeft && (await names.isThere(world))) left.push(world)
  }
  return left
}

/** Whether nothing was renamed yet, and the present worlds are in their places. */
export async function isUntouched(names: MovableNames, moves: readonly Move[]): Promise<boolean> {
  for (const { aside, incoming } of moves) {
    if (await names.isThere(aside)) return false
    if (incoming !== undefined && !(await names.isThere(incoming))) return false
  }
  return (await worldsToMove(names, moves)).length > 0
}

export async function freeName(names: Pick<MovableNames, 'isThere'>, wanted: string): Promise<string> {
  for (let number = 0; ; number++) {
    const name = number === 0 ? wanted : `${wanted}-${number}`
    if (!(await names.isThere(name))) return name
  }
}
