import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactCommands, withoutCommandSecrets } from '../../../../src-main/policy/redaction/command-secrets.js'

const shown = (command: unknown) => redactCommands({ command }).command

describe('a command that is recorded', () => {
  it.each([
    ['login hunter2', 'login [redacted]'],
    ['/login hunter2', '/login [redacted]'],
    ['  register hunter2 hunter2', 'register [redacted]'],
    ['authme register Steve hunter2', 'authme register [redacted]'],
    ['authme password Steve hunter2', 'authme password [redacted]'],
    ['/authme:login hunter2', '/authme:login [redacted]'],
    ['authme:authme changepassword Steve hunter2', 'authme:authme changepassword [redacted]'],
    ['librelogin user register Steve hunter2', 'librelogin user register [redacted]'],
    ['execute as Steve run login hunter2', 'execute as Steve run login [redacted]'],
    ['sudo Steve login hunter2', 'sudo Steve login [redacted]'],
    ['LOGIN\thunter2', 'LOGIN\t[redacted]'],
    ['plugin set --password correct-horse-battery', 'plugin set --password [redacted]'],
  ])('without its secret: %j', (command, expected) => expect(shown(command)).toBe(expected))

  it.each([
    'say please log in again',
    'give Steve diamond 64',
    'tp Steve 1 2 3',
    'data get entity 069a79f4-44e9-4726-a5be-fca90e38aaf5 Pos',
    'tellraw @a {"text":"register now"}',
  ])('as it is: %j', (command) => expect(shown(command)).toBe(command))

  it('in a list too, and in no other argument', () => {
    expect(redactCommands({ commands: ['login hunter2', 'list'], message: 'login hunter2', count: 2 })).toEqual({
      commands: ['login [redacted]', 'list'],
      message: 'login hunter2',
      count: 2,
    })
  })

  it('never with the password, whatever namespace and slash it has', () => {
    const prefix = fc.constantFrom('', '/', 'authme:', '/nlogin:', 'execute as @a run ', 'sudo Steve ')
    const name = fc.constantFrom('login', 'reg', 'register', 'changepassword', 'authme register', 'nlogin cp')
    fc.assert(
      fc.property(prefix, name, (before, command) => {
        expect(shown(`${before}${command} Steve hunter2`)).not.toContain('hunter2')
        expect(withoutCommandSecrets(`Mia issued server command: /${command} Steve hunter2`)).not.toContain('hunter2')
      }),
    )
  })
})
