import { describe, expect, it } from 'vitest'
import { help, optionsIn } from '../../../src-main/bridge/options.js'

describe('the options of the bridge', () => {
  it('are lines and the published protocol where nothing is said', () =>
    expect(optionsIn([])).toEqual({ kind: 'run', framing: 'lines', dialect: 'mcp' }))

  it.each([
    ['--framing=content-length', '--dialect=legacy', '--profile=/p'],
    ['--framing', 'content-length', '--dialect', 'legacy', '--profile', '/p'],
  ])('may be written %s %s', (...args) =>
    expect(optionsIn(args)).toEqual({ kind: 'run', framing: 'content-length', dialect: 'legacy', profile: '/p' }),
  )

  it.each([
    ['--framing=lsp'],
    ['--framing=toString'],
    ['--dialect='],
    ['--profile'],
    ['--profile='],
    ['--framming=content-length'],
    ['a file'],
  ])('are refused with words rather than guessed: %s', (argument) =>
    expect(optionsIn([argument])).toEqual({ kind: 'wrong', why: expect.stringMatching(/\S/) }),
  )

  it('are all explained', () => {
    expect(optionsIn(['--help'])).toEqual({ kind: 'help' })
    for (const option of ['--profile', '--framing', '--dialect', '--help']) expect(help).toContain(option)
  })
})
