import type { CapabilityManifest, ObjectSchema } from '@contract/generated/capability-manifest.js'
import { describe, expect, it } from 'vitest'
import { buildParameters } from '../../../../src-main/policy/build/build-parameters.js'
import { isSmall, maxArgumentsOf } from '../../../../src-main/policy/limits/size.js'
import { CapabilityValidator } from '../../../../src-main/validation/capability-validator.js'
import { schemaProblem } from '../../../../src-main/validation/schema-bounds.js'

const manifest = { parameters: buildParameters as unknown as ObjectSchema } as CapabilityManifest
const validator = new CapabilityValidator()
const [hut] = buildParameters.examples
const check = (given: unknown) => validator.checkArguments(manifest, given)

describe('the schema of a build', () => {
  it('is one that the gateway accepts, and small enough for a model to read', () => {
    expect(schemaProblem(buildParameters)).toBeUndefined()
    expect(JSON.stringify(buildParameters).length).toBeLessThan(6_000)
  })

  it('accepts its own example unchanged', () => expect(check(hut)).toEqual({ ok: true, value: hut }))

  it('accepts a thousand parts, which are not too many arguments and not too much work', () => {
    const part = {
      shape: 'box',
      block: 'minecraft:stone_bricks',
      from: [-100, 64, -100],
      to: [100, 64, 100],
      name: 'wall',
    }
    const given = { ...hut, parts: Array.from({ length: 1_000 }, () => part) }
    expect(check(given).ok).toBe(true)
    expect(isSmall(given, maxArgumentsOf('ext.java.build', false))).toBe(true)
    expect(isSmall(given, maxArgumentsOf('ext.java.blocks.fill', false))).toBe(false)
  })

  it.each([
    ['an unknown shape', { shape: 'cube' }],
    ['a fraction', { shape: 'box', from: [0.5, 0, 0] }],
    ['two coordinates', { shape: 'box', from: [0, 0] }],
    ['a place far from the origin', { shape: 'box', from: [513, 0, 0] }],
    ['a member that no shape has', { shape: 'box', size: 3 }],
    ['a name with a line break', { shape: 'box', name: 'a\nb' }],
  ])('refuses %s and names the part', (_what, part) => {
    const checked = check({ ...hut, parts: [{ shape: 'floor' }, part] })
    expect(checked).toMatchObject({ ok: false, problems: [{ path: expect.stringMatching(/parts.1/u) }] })
  })
})
