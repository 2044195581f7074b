import { describe, expect, it } from 'vitest'
import { emptyRemote, problemsOf, toServer, withHost } from '../../../src-renderer/features/servers/add/remote-form.js'

const right = { host: 'play.example.net', port: '25575', password: 'secret' }

describe('the form of a server in the network', () => {
  it('is sent when host, port and password are filled in', () => expect(problemsOf(right)).toEqual({}))

  it('begins with the default port of RCON', () => expect(emptyRemote.port).toBe('25575'))

  it.each([
    ['host', { host: ' ' }, 'addJava.problem.hostMissing'],
    ['host', { host: 'rcon://play' }, 'addJava.problem.hostWrong'],
    ['port', { port: '0' }, 'addJava.problem.port'],
    ['port', { port: 'x' }, 'addJava.problem.port'],
    ['port', { port: '25565' }, 'addJava.problem.gamePort'],
    ['password', { password: '' }, 'addJava.problem.passwordMissing'],
  ])('reports what is wrong with the %s', (field, part, key) =>
    expect(problemsOf({ ...right, ...part })).toEqual({ [field]: key }),
  )

  it('takes an address that is pasted with its port', () =>
    expect(withHost(right, 'mc.example.org:25580')).toMatchObject({ host: 'mc.example.org', port: '25580' }))

  it('sends that plain text was confirmed only when it was', () => {
    const name = right.host
    expect(toServer(right, false)).toEqual({
      server: { name, address: `rcon://${name}:25575` },
      secrets: { token: 'secret' },
    })
    expect(toServer(right, true)).toMatchObject({ server: { plainTextConfirmed: true } })
  })
})
