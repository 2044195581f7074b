import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../src-renderer')

it('times in the window are written in one place, which has one clock format', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/u.test(file))
  const formatting = files.filter((file) =>
    /\.toLocale(?:Time)?String\(|\btimeStyle\b/u.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(formatting.map((file) => file.split(path.sep).join('/'))).toEqual(['ui/time/clock-time.ts'])
})
