/**
 * Replace steps: how a file is replaced where no server does it in one step, so that a cut at any moment loses nothing.
 *
 * The new bytes are first complete under another name and read back. Then the old file steps aside, the new one takes
 * its name, and the old one goes. Both other names exist together only between the last two renames, so `recover` knows
 * what was meant: it finishes. In every other state the file is whole under its own name, or was never there.
 */

/** The few operations that this needs. Each may be cut off, with or without its effect. */
export interface StepFiles {
  has(path: string): Promise<boolean>
  /** Makes or empties the file, then writes it. */
  write(path: string, bytes: Buffer): Promise<void>
  /** @param most bytes */
  read(path: string, most: number): Promise<Buffer>
  /** Fails when the target exists. */
  rename(from: string, to: string): Promise<void>
  /** Replaces the target in one step. @returns false, without an effect, where the server cannot */
  swap(from: string, to: string): Promise<boolean>
  remove(path: string): Promise<void>
}

/** The bytes that were read back are not those that were written. */
export class NotWritten extends Error {}

const asideNames = (path: string) => ({ fresh: `${path}.gatehouse-new`, aside: `${path}.gatehouse-old` })

export async function replaceInSteps(files: StepFiles, path: string, bytes: Buffer): Promise<void> {
  const { fresh, aside } = asideNames(path)
  await recoverSteps(files, path)
  await files.write(fresh, bytes)
  if (!(await files.read(fresh, bytes.length + 1)).equals(bytes)) throw new NotWritten()
  if (!(await files.has(path))) return files.rename(fresh, path)
  if (await files.swap(fresh, path)) return
  await files.rename(path, aside)
  await files.rename(fresh, path)
  await files.remove(aside)
}

/** Finishes or takes back what was cut off. May itself be cut off, and repeated. */
export async function recoverSteps(files: StepFiles, path: string): Promise<void> {
  const { fresh, aside } = asideNames(path)
  const [hasFresh, hasAside, isThere] = await Promise.all([files.has(fresh), files.has(aside), files.has(path)])
  if (hasFresh && hasAside) {
    // Something that found no file may have made one since, as Minecraft does at its start.
    if (isThere) await files.remove(path)
    await files.rename(fresh, path)
    return files.remove(aside)
  }
  if (hasAside && !isThere) return files.rename(aside, path)
  if (hasAside) await files.remove(aside)
  if (hasFresh) await files.remove(fresh)
}
