/** File watch: notifies that a file may have changed, once per burst of changes. */
import { type FSWatcher, watch } from 'node:fs'
import path from 'node:path'
import type { Clock } from '../gateway/ports/runtime.js'

/** Milliseconds: editors write a file in several steps. */
const settlingMs = 150

/**
 * Watches the folder, because editors replace the file.
 *
 * @returns the function that stops it; it does nothing where the system cannot watch
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
