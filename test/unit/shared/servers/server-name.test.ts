import { demoWorldId, demoWorldName } from '@shared/servers/server.js'
import { serverName } from '@shared/servers/server-name.js'
import { describe, expect, it } from 'vitest'

const t = (key: string) => `our ${key}`

describe('the name of a server', () => {
  it('is ours for the demo world as it comes', () =>
    expect(serverName({ id: demoWorldId, name: demoWorldName }, t)).toBe('our demoWorld.name'))

  it('is what a person made of it, and what any other server is called', () => {
    expect(serverName({ id: demoWorldId, name: 'Practice ground' }, t)).toBe('Practice ground')
    expect(serverName({ id: 'survival', name: demoWorldName }, t)).toBe(demoWorldName)
  })
})
