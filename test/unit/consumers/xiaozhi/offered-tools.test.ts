import type { Tool } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../../../src-main/consumers/spoken/result-text.js'
import { chosenTools, fittingTools, reducedSchema } from '../../../../src-main/consumers/xiaozhi/offered-tools.js'
import { forAll } from '../../../fixtures/properties.js'

const tool = (name: string, isRead = false): Tool => ({
  name,
  title: name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: isRead },
})

describe('offered tools', () => {
  it('are reads and a few useful actions, the usual ones first', () => {
    const all = [
      tool('get_trace_by_id', true),
      tool('list_servers', true),
      tool('entity_list', true),
      tool('player_ban'),
      tool('world_time_set'),
      tool('world_time_get', true),
    ]
    expect(chosenTools(all, undefined).map(({ name }) => name)).toEqual([
      'world_time_get',
      'world_time_set',
      'list_servers',
      'entity_list',
    ])
  })

  it('are exactly those that the owner chose', () => {
    const all = [tool('player_ban'), tool('world_time_get', true)]
    expect(chosenTools(all, ['player_ban', 'gone']).map(({ name }) => name)).toEqual(['player_ban'])
    expect(chosenTools(all, [])).toEqual([])
  })

  it('never exceed the limits of a list', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z_]{1,40}$/u), { maxLength: 60 })
    forAll(names, fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 4_000 }), (some, tools, bytes) => {
      const fitting = fittingTools(
        some.map((name) => tool(name)),
        { tools, bytes },
      )
      expect(fitting.length).toBeLessThanOrEqual(tools)
      expect(fitting.reduce((sum, one) => sum + bytesOf(JSON.stringify(one)) + 1, 0)).toBeLessThanOrEqual(bytes)
    })
  })

  it('have type, properties and required of a schema, with references replaced', () => {
    expect(
      reducedSchema({
        $schema: 'x',
        type: 'object',
        additionalProperties: false,
        required: ['at'],
        properties: {
          at: { $ref: '#/$defs/place' },
          kind: { type: 'string', enum: ['a', 'b'], pattern: '^a', examples: ['a'] },
          dryRun: { type: 'boolean' },
        },
        $defs: { place: { type: 'object', title: 'Place', properties: { x: { type: 'number', minimum: 0 } } } },
      }),
    ).toEqual({
      type: 'object',
      required: ['at'],
      properties: {
        at: { type: 'object', properties: { x: { type: 'number', minimum: 0 } } },
        kind: { type: 'string', enum: ['a', 'b'] },
      },
    })
  })

  it('end a schema that refers to itself', () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } }
    expect(reducedSchema(schema)).toEqual({ type: 'object', properties: { a: {} }, required: [] })
  })
})
