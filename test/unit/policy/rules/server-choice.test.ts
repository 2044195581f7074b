import { describe, expect, it } from 'vitest'
import { argumentSchema, chosenServer, serverNames } from '../../../../src-main/policy/rules/server-choice.js'
import { manifestOf } from '../../../fakes/fake-provider.js'

const offered = (id: string, name = id) => ({ manifest: manifestOf(), link: { server: { id, name } } })
const [one, other] = [offered('one'), offered('other')]
const withOwnServer = manifestOf({ parameters: { type: 'object', properties: { server: { type: 'string' } } } })

describe('the choice of a server', () => {
  it('is an argument only where several offer the capability', () => {
    expect(argumentSchema(manifestOf(), [one])).toEqual({ type: 'object', properties: {} })
    expect(argumentSchema(manifestOf(), [one, other])).toMatchObject({
      required: ['server'],
      properties: { server: { enum: ['one', 'other'] } },
    })
  })

  it('is by id where names do not tell servers apart', () =>
    expect(serverNames([offered('a', 'World'), offered('b', 'World'), offered('c', 'Hub')])).toEqual(['a', 'b', 'Hub']))

  it.each([
    [
      'is taken out of the arguments',
      manifestOf(),
      [one, other],
      { x: 1, server: 'one' },
      { server: 'one', arguments: { x: 1 } },
    ],
    ['may be made where there is one server', manifestOf(), [one], { server: 'one' }, { server: 'one', arguments: {} }],
    ['is not made by what is no text', manifestOf(), [one], { server: 7 }, { server: '7', arguments: {} }],
    ['may be left out', manifestOf(), [one, other], { x: 1 }, { arguments: { x: 1 } }],
    ['leaves a parameter of that name alone', withOwnServer, [one], { server: 'x' }, { arguments: { server: 'x' } }],
    [
      'goes before a parameter of that name',
      withOwnServer,
      [one, other],
      { server: 'one' },
      { server: 'one', arguments: {} },
    ],
  ])('%s', (_, manifest, offers, given, expected) => expect(chosenServer(given, manifest, offers)).toEqual(expected))
})
