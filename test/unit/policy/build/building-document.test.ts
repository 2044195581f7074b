import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { CapabilityManifest, ObjectSchema } from '@contract/generated/capability-manifest.js'
import { describe, expect, it } from 'vitest'
import { buildProperties, buildRequired } from '../../../../src-main/policy/build/build-parameters.js'
import { PlanEffects, sizeOf } from '../../../../src-main/policy/build/plan-effects.js'
import { shapeNames } from '../../../../src-main/policy/build/read-plan.js'
import { CapabilityValidator } from '../../../../src-main/validation/capability-validator.js'
import { planOf } from '../../../fakes/build/plans.js'

const document = readFileSync(path.join(import.meta.dirname, '../../../../docs/building.md'), 'utf8')
const plans = document
  .split('```json\n')
  .slice(1)
  .map((text) => JSON.parse(text.split('```', 1)[0] ?? ''))
const parts = document
  .split('\n')
  .map((line) => line.split('`').find((code) => code.startsWith('{ "shape"')))
  .filter((code) => code !== undefined && document.includes(`| \`${code}\``))
  .map((code) => JSON.parse(code ?? ''))

const parameters = { type: 'object', required: buildRequired, properties: buildProperties, additionalProperties: false }
const check = (given: unknown) =>
  new CapabilityValidator().checkArguments(
    { parameters: parameters as unknown as ObjectSchema } as CapabilityManifest,
    given,
  )

describe('docs/building.md', () => {
  it('has three plans that are read as they are', () => {
    expect(plans.map(({ name }) => name)).toEqual(['Oak hut', 'Stone bridge', 'Watchtower'])
    for (const plan of plans) {
      expect(check(plan)).toEqual({ ok: true, value: plan })
      expect(planOf(plan.parts, { origin: plan.origin }).most).toBeGreaterThan(100)
    }
  })

  it('has no plan with a part that floats', () => {
    for (const given of plans) {
      const plan = planOf(given.parts, { origin: given.origin })
      const { min, max } = plan.extent
      const grown = (by: number) => ({
        min: { x: min.x - by, y: min.y - by, z: min.z - by },
        max: { x: max.x + by, y: max.y + by, z: max.z + by },
      })
      const [box, size] = [grown(1), sizeOf(grown(1))]
      // Flat ground up to below the lowest block.
      const indices = Uint16Array.from({ length: size.x * size.y * size.z }, (_, at) => (at < size.x * size.z ? 1 : 0))
      const before = { palette: ['minecraft:air', 'minecraft:dirt'], indices }
      const drawn = plan.draw(box, before)
      const flows = new Uint8Array(indices.length)
      const effects = new PlanEffects(plan)
      effects.add({ box, counted: plan.extent, before, drawn, isAsPlanned: () => false, flows })
      expect([given.name, effects.floating]).toEqual([given.name, []])
    }
  })

  it('shows every shape, as one that is read', () => {
    expect(new Set(parts.map(({ shape }) => shape))).toEqual(new Set(shapeNames))
    expect(check({ name: 'a', world: 'b', origin: [0, 0, 0], parts })).toMatchObject({ ok: true })
    for (const part of parts.filter(({ shape }) => shape !== 'structure'))
      expect(planOf([part]).most).toBeGreaterThan(0)
  })

  it('names the members of a part', () => {
    for (const member of Object.keys(buildProperties.parts.items.properties)) {
      expect([member, document.includes(`\`${member}\``) || document.includes(`"${member}":`)]).toEqual([member, true])
    }
  })

  it('quotes an error as it is', () => {
    const roof = { shape: 'pyramid', name: 'roof', block: 'stone', from: [-1, 4, -1], to: [7, 4, 7] }
    const hut = [...plans[0].parts.slice(0, 5), roof]
    const quoted = document.split('> ')[1]?.split('\n', 1)[0]
    expect(() => planOf(hut)).toThrow(quoted)
  })
})
