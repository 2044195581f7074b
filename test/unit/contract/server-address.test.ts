import { describe, expect, it } from 'vitest'
import { serverIdOf } from '../../../src-main/contract/server-address.js'

describe('the id of a server', () => {
  it.each([
    ['ws://127.0.0.1:8765', '127.0.0.1:8765'],
    ['ws://Example.ORG:8765/agent', 'example.org:8765'],
    ['ws://example.org', 'example.org:80'],
    ['wss://example.org', 'example.org:443'],
    ['ws://[::1]:8765', '[::1]:8765'],
  ])('at %s is %s', (address, id) => expect(serverIdOf(address)).toBe(id))

  it.each([
    '',
    'nonsense',
    'http://a:1',
    'ws://',
    'ws://user:secret@a:1',
    'ws://user@a:1',
    'javascript:alert(1)',
    'ws://a:1/#x',
  ])('at %j does not exist, and why is said without the address', (address) => {
    expect(() => serverIdOf(address)).toThrow('This is no address of an agent.')
  })
})
