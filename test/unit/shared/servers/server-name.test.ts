import { demoWorldId, demoWorldName } from '@shared/servers/server.js'
import { serverName } from '@shared/servers/server-name.js'
import { describe, expect, it } from 'vitest'

const t = (key: string) => `our ${key}`

describe('the name of a server', () => {
  it('is translated for the unnamed demo world', () =>
    expect(serverName({ id: demoWorldId, name: demoWorldName }, t)).toBe('our demoWorld.name'))

  it('is the name that a person set, and that of any other server', () => {
    expect(serverName({ id: demoWorldId, name: 'Practice ground' }, t)).toBe('Practice ground')
    expect(serverName({ id: 'survival', name: demoWorldName }, t)).toBe(demoWorldName)
  })
})
