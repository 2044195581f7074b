import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { describe, expect, it } from 'vitest'
import { CapabilityValidator } from '../../../../src-main/validation/capability-validator.js'
import { ArgumentChoice, absentPlayerName, unknownWorldName } from '../../check/argument-choice.js'

const validator = new CapabilityValidator()
const choice = new ArgumentChoice(validator, { players: ['Alex'], worlds: ['overworld'] })
const blind = new ArgumentChoice(validator, { players: [], worlds: [] })

const core = (id: string): CapabilityManifest => {
  const manifest = coreCatalogue.get(id)
  if (!manifest) throw new Error(`No ${id}`)
  return manifest
}

const own = (parameters: CapabilityManifest['parameters'], rest: Partial<CapabilityManifest> = {}) => ({
  ...core('world.tps.get'),
  id: 'ext.test.call',
  examples: [],
  ...(parameters && { parameters }),
  ...rest,
})

describe('valid arguments', () => {
  it('are the examples, with existing players and worlds', () => {
    expect(choice.fair(core('player.info.get'))).toEqual([{ playerName: 'Alex' }])
    const [given] = choice.fair(core('player.teleport'))
    expect(given).toMatchObject({ playerName: 'Alex', location: { world: 'overworld' } })
  })

  it('are the unchanged examples when no player is known', () => {
    const { examples } = core('player.info.get')
    expect(blind.fair(core('player.info.get'))).toEqual(examples?.map(({ parameters }) => parameters))
  })

  it('keep a player that the manifest requires', () => {
    const only = own({ type: 'object', required: ['playerName'], properties: { playerName: { const: 'Steve' } } })
    expect(choice.fair(only)).toEqual([{ playerName: 'Steve' }])
  })

  it('are generated from the schema when there is no valid example', () => {
    const parameters = {
      type: 'object',
      required: ['page'],
      properties: { page: { type: 'integer', minimum: 1 } },
    } as const
    const bare = own({ ...parameters, required: [...parameters.required] })
    const [made] = choice.fair(bare)
    expect(validator.checkArguments(bare, made).ok).toBe(true)
    expect(choice.fair({ ...bare, examples: [{ name: 'Wrong', parameters: { page: 0 } }] })).toEqual([made])
  })

  it('are empty when none can be generated', () => {
    const strange = {
      type: 'object',
      required: ['code'],
      properties: { code: { type: 'string', minLength: 2, maxLength: 1 } },
    } as const
    expect(choice.fair(own({ ...strange, required: [...strange.required] }))).toEqual([])
  })

  it.each([...coreCatalogue.values()].filter(({ type }) => type !== 'event').map((one) => [one.id, one] as const))(
    'of %s fit it',
    (_id, manifest) => {
      const fair = choice.fair(manifest)
      expect(fair.length).toBeGreaterThan(0)
      for (const given of fair) expect(validator.checkArguments(manifest, given).ok).toBe(true)
    },
  )
})

describe('invalid arguments', () => {
  it('lack a required member, and are valid otherwise', () => {
    expect(choice.missing(core('world.time.set'))).toMatchObject({
      name: 'worldName',
      given: { time: expect.anything() },
    })
    expect(choice.missing(core('player.list'))).toBeUndefined()
  })

  it('do not lack a member with a default', () => {
    const filled = own({ type: 'object', required: ['page'], properties: { page: { type: 'integer', default: 1 } } })
    expect(choice.missing(filled)).toBeUndefined()
  })

  it('have one value of another type', () => {
    expect(choice.mistyped(core('world.time.get'))).toEqual({ name: 'worldName', given: { worldName: [] } })
    expect(choice.mistyped(core('player.list'))).toBeUndefined()
  })

  it('use an unknown player and an unknown world', () => {
    expect(choice.withUnknownPlayer(core('player.info.get'))).toEqual({ playerName: absentPlayerName })
    expect(choice.withUnknownWorld(core('world.block.get'))).toMatchObject({ location: { world: unknownWorldName } })
    expect(choice.withUnknownPlayer(core('world.time.get'))).toBeUndefined()
    expect(choice.withUnknownWorld(core('player.info.get'))).toBeUndefined()
  })
})
