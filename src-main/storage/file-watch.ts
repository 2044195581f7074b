/** File watch: tells that a file may hold something else, once for everything that happens to it in a moment. */
import { type FSWatcher, watch } from 'node:fs'
import path from 'node:path'
import type { Clock } from '../gateway/ports.js'

/** Milliseconds: editors write a file in several steps. */
const settlingMs = 150

/**
 * Watches the folder: editors replace a file by another of the same name.
 *
 * @returns the function that stops it; it does nothing more where the system cannot watch
 */
export function watchFile(file: string, clock: Clock, onMayHaveChanged: () => void): () => void {
  let cancel = (): void => {}
  const name = path.basename(file)
  const onChange = (_event: string, changed: string | null): void => {
    if (changed !== null && changed !== name) return
    cancel()
    cancel = clock.after(settlingMs, onMayHaveChanged)
  }
  const watcher = watching(path.dirname(file), onChange)
  watcher?.on('error', () => watcher.close())
  return () => {
    cancel()
    watcher?.close()
  }
}

function watching(folder: string, onChange: (event: string, changed: string | null) => void): FSWatcher | undefined {
  try {
    return watch(folder, { persistent: false }, onChange)
  } catch {
    return undefined
  }
}
