/** Clock: one 250 ms timer for everything that counts down or up. */
import { useSyncExternalStore } from 'react'

const period = 250
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, period)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === undefined) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time of day in milliseconds, in steps of 250. */
const now = (): number => Math.floor(Date.now() / period) * period

export const useNow = (): number => useSyncExternalStore(listen, now, now)

/** Whole seconds until an ISO 8601 instant, rounded up, never negative. */
export const secondsUntil = (instant: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000)) || 0

/** Whole seconds since an ISO 8601 instant, never negative. */
export const secondsSince = (instant: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / 1000)) || 0
