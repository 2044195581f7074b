import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTime } from '../../../src-renderer/ui/fields/time-field.js'

const two = (part: number) => String(part).padStart(2, '0')

describe('a time of the day that is typed', () => {
  it.each([
    ['23:30', '23:30'],
    ['2330', '23:30'],
    ['730', '07:30'],
    ['7', '07:00'],
    ['7:05', '07:05'],
    ['7.05', '07:05'],
    ['11:30 pm', '23:30'],
    ['11:30PM', '23:30'],
    ['12 am', '00:00'],
    ['12 p.m.', '12:00'],
    ['晚上 11:30', '23:30'],
    ['晚上12点', '00:00'],
    ['中午12点', '12:00'],
    ['中午1点', '13:00'],
    ['早上7点半', '07:30'],
    ['７：３０', '07:30'],
  ])('is read: %s', (typed, time) => expect(readTime(typed)).toBe(time))

  it.each(['', 'noon', '24:00', '12:60', '13 pm', '0 am', '7:5', '12345', '-1'])(
    'is rejected when ambiguous: %s',
    (typed) => expect(readTime(typed)).toBeUndefined(),
  )

  it('is parsed in the format in which it is shown', () => {
    const part = (max: number) => fc.integer({ min: 0, max })
    fc.assert(
      fc.property(part(23), part(59), (hour, minute) => {
        expect(readTime(`${two(hour)}:${two(minute)}`)).toBe(`${two(hour)}:${two(minute)}`)
      }),
    )
  })
})
