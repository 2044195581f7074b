import { answers, compareVersions, compatibilityOf, parseVersion } from '@contract/versions.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../fixtures/properties.js'

const anyNumber = fc.nat({ max: 30 })
const anyVersion = fc.record({ major: anyNumber, minor: anyNumber, patch: anyNumber })
type Parts = { major: number; minor: number; patch: number }
const written = ({ major, minor, patch }: Parts): string => `${major}.${minor}.${patch}`

describe('a version', () => {
  it('is parsed', () =>
    forAll(anyVersion, (version) => {
      expect(parseVersion(written(version))).toEqual(version)
    }))

  it.each(['', '1', '1.0', '1.0.0.0', 'v1.0.0', '1.0.x', '1.0.0-beta', ' 1.0.0', '1.0.0\n', '-1.0.0'])(
    '%j is not a version',
    (text) => expect(parseVersion(text)).toBeUndefined(),
  )

  it('with a number that is too large is invalid', () => {
    expect(parseVersion('1.0.99999999999999999999')).toBeUndefined()
  })

  it('is older or newer by its first number that differs', () => {
    const order = ['0.9.9', '1.0.0', '1.0.9', '1.0.10', '1.2.0', '1.10.0', '2.0.0'].map((text) => parseVersion(text))
    const sorted = [...order].reverse().sort((one, other) => (one && other ? compareVersions(one, other) : 0))
    expect(sorted).toEqual(order)
  })
})

// verifies: versions
describe('a request for a version', () => {
  it.each([
    ['1.2.0', '1.2.0'],
    ['1.2.0', '1.1.0'],
    ['1.10.0', '1.9.0'],
    ['1.2.0', '1.2.7'],
    ['1.2.7', '1.2.0'],
  ])('is answered by %s when it asks for %s', (offered, asked) => expect(answers(offered, asked)).toBe(true))

  it.each([
    ['1.1.0', '1.2.0'],
    ['1.9.9', '1.10.0'],
    ['2.0.0', '1.0.0'],
    ['1.0.0', '2.0.0'],
    ['1.0.0', 'latest'],
    ['latest', 'latest'],
    ['1.0.0', '1'],
  ])('is not answered by %s when it asks for %s', (offered, asked) => expect(answers(offered, asked)).toBe(false))

  it('is always answered by the version it asks for, whatever its patch', () =>
    forAll(anyVersion, anyNumber, (version, patch) => answers(written(version), written({ ...version, patch }))))
})

// verifies: versions-contract
describe('a gateway and an agent', () => {
  it.each([
    ['1.0.0', '1.4.2', 'full'],
    ['2.0.0', '1.4.2', 'degraded'],
    ['1.4.2', '2.0.0', 'incompatible'],
    ['2.1.0', '2.0.0', 'full'],
  ] as const)('of versions %s and %s are %s', (gateway, agent, compatibility) => {
    expect(compatibilityOf(gateway, agent)).toBe(compatibility)
  })

  it('that is not finished yet counts as 1.x', () => expect(compatibilityOf('1.0.0', '0.1.0')).toBe('full'))

  it('whose version has a suffix counts by its numbers', () => {
    expect(compatibilityOf('1.0.0', '1.2.0-SNAPSHOT')).toBe('full')
    expect(compatibilityOf('1.0.0', '2.0.0-SNAPSHOT')).toBe('incompatible')
  })

  it.each(['3.0.0', '10.0.0', '', 'one', '1', 'constructor', '__proto__'])(
    'of a version that the matrix does not have, %j, are incompatible',
    (agent) => {
      expect(compatibilityOf('1.0.0', agent)).toBe('incompatible')
      expect(compatibilityOf(agent, '1.0.0')).toBe('incompatible')
    },
  )
})
