/**
 * News stream: receives the overlay's updates over one streamed response.
 *
 * Guards invariant 8: the key is sent in a header, because a URL would appear in logs. `EventSource` can't send headers.
 * A connection that ends or is silent too long is opened again, with a growing delay.
 */
import type { OverlayUpdate } from '@shared/features/overlay.js'

export interface NewsListener {
  onNews(news: OverlayUpdate): void
  /** Gatehouse is gone; it is tried again. */
  onLost(): void
  /** The key does not count any more: another address is needed. */
  onRefused(): void
}

/** Milliseconds. Gatehouse gives a sign every 15 seconds. */
const maxSilenceMs = 40_000
const waits = { first: 1_000, longest: 15_000, refused: 60_000 }

/** @returns the function that ends it */
export function followNews(key: string, listener: NewsListener): () => void {
  let ended = false
  let waitMs = waits.first
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort = new AbortController()

  async function follow(): Promise<void> {
    abort = new AbortController()
    let silence = setTimeout(() => abort.abort(), maxSilenceMs)
    try {
      const answer = await fetch('/overlay/feed', {
        headers: { Authorization: `Bearer ${key}` },
        cache: 'no-store',
        signal: abort.signal,
      })
      if (answer.status === 401) {
        waitMs = waits.refused
        return listener.onRefused()
      }
      if (!answer.ok || !answer.body) return listener.onLost()
      waitMs = waits.first
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        clearTimeout(silence)
        silence = setTimeout(() => abort.abort(), maxSilenceMs)
        const events = `${text}${value}`.split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) {
          if (event.startsWith('data: ')) listener.onNews(JSON.parse(event.slice(6)) as OverlayUpdate)
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
