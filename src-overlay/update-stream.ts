/**
 * Update stream: receives the overlay's updates over one streamed response.
 *
 * Guards invariant 8: the key is sent in a header, because a URL would appear in logs. `EventSource` can't send
 * headers. A connection that ends or is silent too long is opened again, with a growing delay.
 */
import type { OverlayUpdate } from '@shared/features/overlay.js'

export interface UpdateListener {
  onUpdate(update: OverlayUpdate): void
  /** The connection to Gatehouse was lost; it is retried. */
  onLost(): void
  /** The key is no longer valid: the page needs a new address. */
  onRefused(): void
}

/** Milliseconds. Gatehouse sends a heartbeat every 15 seconds. */
const maxSilenceMs = 40_000
const waits = { first: 1_000, longest: 15_000, refused: 60_000 }

/** @returns the function that ends it */
export function followUpdates(key: string, listener: UpdateListener): () => void {
  let ended = false
  let waitMs = waits.first
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort = new AbortController()

  async function follow(): Promise<void> {
    abort = new AbortController()
    let silence = setTimeout(() => abort.abort(), maxSilenceMs)
    try {
      const response = await fetch('/overlay/feed', {
        headers: { Authorization: `Bearer ${key}` },
        cache: 'no-store',
        signal: abort.signal,
      })
      if (response.status === 401) {
        waitMs = waits.refused
        return listener.onRefused()
      }
      if (!response.ok || !response.body) return listener.onLost()
      waitMs = waits.first
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        clearTimeout(silence)
        silence = setTimeout(() => abort.abort(), maxSilenceMs)
        const events = `${text}${value}`.split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) {
          if (event.startsWith('data: ')) listener.onUpdate(JSON.parse(event.slice(6)) as OverlayUpdate)
        }
      }
      listener.onLost()
    } catch {
      if (!ended) listener.onLost()
    } finally {
      clearTimeout(silence)
      if (!ended) timer = setTimeout(() => void follow(), waitMs)
      waitMs = Math.min(2 * waitMs, waits.longest)
    }
  }

  void follow()
  return () => {
    ended = true
    clearTimeout(timer)
    abort.abort()
  }
}
