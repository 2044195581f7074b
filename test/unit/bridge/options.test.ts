import { describe, expect, it } from 'vitest'
import { help, optionsIn } from '../../../src-main/bridge/options.js'

describe('the options of the bridge', () => {
  it('default to lines and the published protocol', () =>
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
    ['--wait'],
    ['--wait='],
    ['--wait=0'],
    ['--wait=46'],
    ['--wait=4s'],
    ['--wait=1e1'],
    ['--client'],
    ['--client='],
    ['--client=../gateway'],
    ['--client=/etc/passwd'],
    ['--client=a/b'],
    ['--client=a\\b'],
    ['--client=.'],
    ['--client=Cursor'],
    ['--client=cursor.key'],
    ['--client=con'],
    ['--client=cursor\n'],
    ['--client=cursor\0'],
    ['--client=光标'],
    [`--client=${'a'.repeat(65)}`],
  ])('are rejected with a message instead of guessed: %s', (argument) =>
    expect(optionsIn([argument])).toEqual({ kind: 'wrong', why: expect.stringMatching(/\S/) }),
  )

  it('say how long the client waits, or its environment does', () => {
    expect(optionsIn(['--wait', '4.5'])).toMatchObject({ kind: 'run', wait: 4.5 })
    expect(optionsIn([], { GATEHOUSE_WAIT: '5' })).toMatchObject({ kind: 'run', wait: 5 })
    expect(optionsIn([], { GATEHOUSE_WAIT: 'long' })).toMatchObject({ kind: 'wrong' })
    expect(optionsIn([], { GATEHOUSE_WAIT: '' })).toEqual({ kind: 'run', framing: 'lines', dialect: 'mcp' })
  })

  it('are all explained', () => {
    expect(optionsIn(['--help'])).toEqual({ kind: 'help' })
    for (const option of ['--profile', '--client', '--wait', '--framing', '--dialect', '--help'])
      expect(help).toContain(option)
  })

  it('name the client whose key is sent, or the bundle does', () => {
    const clientIn = (env: NodeJS.ProcessEnv, ...args: string[]) => {
      const options = optionsIn(args, env)
      return options.kind === 'run' ? options.client : options.kind
    }
    expect(clientIn({}, '--client', 'claude-desktop')).toBe('claude-desktop')
    expect(clientIn({ GATEHOUSE_CLIENT: 'cursor' })).toBe('cursor')
    expect(clientIn({ GATEHOUSE_CLIENT: 'cursor' }, '--client=vscode')).toBe('vscode')
    expect(clientIn({ GATEHOUSE_CLIENT: '' })).toBeUndefined()
    expect(clientIn({ GATEHOUSE_CLIENT: '../cursor' })).toBe('wrong')
  })

  it('take the profile of a bundle, unless one is named or nobody filled it in', () => {
    const profileIn = (env: NodeJS.ProcessEnv, ...args: string[]) => {
      const options = optionsIn(args, env)
      return options.kind === 'run' ? options.profile : options.kind
    }
    expect(profileIn({ GATEHOUSE_PROFILE: '/p' })).toBe('/p')
    expect(profileIn({ GATEHOUSE_PROFILE: '/p' }, '--profile', '/q')).toBe('/q')
    for (const unset of ['', `\${user_config.profile}`]) {
      expect(profileIn({ GATEHOUSE_PROFILE: unset })).toBeUndefined()
    }
  })
})
