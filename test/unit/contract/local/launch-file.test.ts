import { parseLaunchFile } from '@contract/local/launch-file.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../../fixtures/properties.js'

describe('the launch file', () => {
  it('names a program by its absolute path, its first arguments and what it needs of the environment', () => {
    for (const program of ['/opt/gatehouse', 'C:\\Program Files\\gatehouse.exe', '\\\\share\\gatehouse.exe']) {
      const file = { command: [program, 'start.mjs'], env: { DISPLAY: ':0' } }
      expect(parseLaunchFile(JSON.stringify(file))).toEqual(file)
    }
  })

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"command":[],"env":{}}',
    '{"command":["gatehouse"],"env":{}}',
    '{"command":["../gatehouse"],"env":{}}',
    '{"command":"/opt/gatehouse","env":{}}',
    '{"command":["/opt/gatehouse",7],"env":{}}',
    '{"command":["/opt/gatehouse"]}',
    '{"command":["/opt/gatehouse"],"env":{"A":1}}',
    '{"command":["/opt/gatehouse"],"env":[]}',
    '{"command":["/opt/gate\\u0000house"],"env":{}}',
  ])('starts nothing where it says %j', (text) => expect(parseLaunchFile(text)).toBeUndefined())

  it('never throws', () => forAll(fc.oneof(fc.string(), fc.json()), (text) => void parseLaunchFile(text)))
})
