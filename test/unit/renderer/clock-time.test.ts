import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { clockTime, dayAndTime, fullTime, minuteTime } from '../../../src-renderer/ui/time/clock-time.js'

const afternoon = new Date(2026, 0, 19, 14, 5, 9).toISOString()
const midnight = new Date(2026, 0, 19, 0, 5, 9).toISOString()

describe('clock time', () => {
  it('has 24 hours in every language and length', () => {
    expect(clockTime(afternoon)).toBe('14:05:09')
    expect(minuteTime(afternoon)).toBe('14:05')
    for (const language of ['en', 'zh']) {
      expect(fullTime(afternoon, language)).toMatch(/14:05:09$/u)
      expect(dayAndTime(afternoon, language)).toMatch(/14:05$/u)
      expect(dayAndTime(midnight, language)).toMatch(/00:05$/u)
    }
  })

  it('shows dashes or the text itself for an invalid instant', () => {
    expect(minuteTime('soon')).toBe('--:--')
    expect(dayAndTime('soon', 'en')).toBe('soon')
  })

  it('is the only module of the window that writes a time', () => {
    const source = path.resolve('src-renderer')
    const writers = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/u.test(file))
      .filter((file) => /toLocaleTimeString|timeStyle|hour: '/u.test(readFileSync(path.join(source, file), 'utf8')))
    expect(writers.map((file) => path.basename(file))).toEqual(['clock-time.ts'])
  })
})
