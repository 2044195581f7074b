/** Moment: a point in time as people type it. */
import { UsageError } from '../verb.js'

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** `2h` ago, `7d` ago, a date or a date and time; ISO 8601. @throws UsageError */
export function momentOf(name: string, given: string, now: Date): string {
  const [, number, unit] = /^(\d{1,6})\s*([smhdw])[a-z]*$/iu.exec(given.trim()) ?? []
  const ago = units[unit?.toLowerCase() ?? '']
  const time = ago === undefined ? Date.parse(given.trim()) : now.getTime() - Number(number) * ago
  if (!Number.isFinite(time) || Math.abs(time) > 8.64e15) {
    throw new UsageError(`--${name} takes a date (2026-01-19 or 2026-01-19T10:30Z) or an age (30m, 2h or 7d).`)
  }
  return new Date(time).toISOString()
}
