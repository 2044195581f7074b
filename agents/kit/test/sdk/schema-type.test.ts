import { describe, expectTypeOf, it } from 'vitest'
import { core, coreEvent } from '../../sdk/core.js'
import { provider } from '../../sdk/provider.js'
import type { HandlerArguments, HandlerResult } from '../../sdk/schema-type.js'

/** Held by the compiler: `npm run check:types` fails where one of these is not so. */
describe('the type of a schema', () => {
  const schema = {
    type: 'object',
    required: ['name', 'tags'],
    properties: {
      name: { type: 'string' },
      tags: { type: 'array', items: { enum: ['cheap', 'open'] } },
      radius: { type: 'integer', default: 64 },
      place: { type: 'object', required: ['x'], properties: { x: { type: 'number' }, world: { type: 'string' } } },
      value: { type: ['boolean', 'null'] },
      anything: { minimum: 1 },
    },
  } as const

  it('includes required members and, for a handler, those with a default', () => {
    interface Common {
      readonly name: string
      readonly tags: readonly ('cheap' | 'open')[]
      readonly place?: { readonly x: number; readonly world?: string }
      readonly value?: boolean | null
      readonly anything?: unknown
    }
    expectTypeOf<HandlerArguments<typeof schema>>().toExtend<{ readonly radius: number } & Common>()
    expectTypeOf<{ readonly radius: number } & Common>().toExtend<HandlerArguments<typeof schema>>()
    expectTypeOf<HandlerResult<typeof schema>>().toExtend<{ readonly radius?: number } & Common>()
    expectTypeOf<{ readonly radius?: number } & Common>().toExtend<HandlerResult<typeof schema>>()
  })

  it('types the arguments and the result of a handler', () => {
    const shop = provider({ id: 'shop', name: 'Shop' })
    const returns = { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } } as const
    const declared = { id: 'ext.shop.count', name: 'Count', description: 'Counts.', parameters: schema, returns }
    shop.context(declared, ({ name, radius }) => {
      expectTypeOf(name).toEqualTypeOf<string>()
      expectTypeOf(radius).toEqualTypeOf<number>()
      return { count: radius }
    })
    // @ts-expect-error a count is a number
    shop.context(declared, () => ({ count: 'many' }))
  })

  it('is the catalogue’s for a core capability', () => {
    core('player.teleport', ({ playerName, location, reason }) => {
      expectTypeOf(playerName).toEqualTypeOf<string>()
      expectTypeOf(location.yaw).toEqualTypeOf<number>()
      expectTypeOf(reason).toEqualTypeOf<string | undefined>()
      return { success: true }
    })
    // @ts-expect-error ticks a second are a number
    core('world.tps.get', () => ({ tps: 'fast' }))
    // @ts-expect-error an event is sent, not called
    core('player.join', () => ({}))
    // @ts-expect-error a capability that is called is no event
    coreEvent('player.list')
  })
})
