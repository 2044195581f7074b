import { dialledAddress, mayKeepToken, serverIdOf } from '@contract/server-address.js'
import { describe, expect, it } from 'vitest'

describe('the id of a server', () => {
  it.each([
    ['ws://127.0.0.1:8765', '127.0.0.1:8765'],
    ['ws://Example.ORG:8765/agent', 'example.org:8765'],
    ['ws://example.org', 'example.org:8765'],
    ['ws://example.org/agent?x=1', 'example.org:8765'],
    ['ws://example.org:80', 'example.org:80'],
    [' WS://example.org:0080/:81 ', 'example.org:80'],
    ['ws://example.org/:80', 'example.org:8765'],
    ['ws://[::1]', '[::1]:8765'],
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
    expect(() => serverIdOf(address)).toThrow('This is not the address of an agent.')
  })
})

it.each([
  ['ws://example.org', 'ws://example.org:8765/'],
  ['ws://example.org:80/agent?x=1', 'ws://example.org:80/agent?x=1'],
  ['wss://example.org', 'wss://example.org:443/'],
  ['ws://[::1]', 'ws://[::1]:8765/'],
])('the address that is dialled for %s is %s, however often it is asked', (address, dialled) => {
  expect(dialledAddress(address)).toBe(dialled)
  expect(dialledAddress(dialledAddress(address))).toBe(dialled)
})

it('a remembered token is kept for the same port, named or not', () => {
  expect(mayKeepToken('ws://example.org', 'ws://example.org:8765')).toBe(true)
  expect(mayKeepToken('ws://example.org:80', 'ws://example.org')).toBe(false)
})

it.each([
  ['pterodactyl://p.example/a', 'pterodactyl://p.example/b', true],
  ['pterodactyl://p.example/a', 'pterodactyl://p.example:8765/a', false],
  ['mcsmanager://127.0.0.1/a/b', 'mcsmanager://127.0.0.1:8765/a/b', false],
  ['ssh://u@h/srv', 'ssh://u@h/other', true],
  ['ssh://u@h/srv', 'ssh://root@h/srv', false],
  ['ssh://u@h/srv', 'ssh://u@h:8765/srv', false],
  ['ssh://u@h/srv', 'sftp://u@h/srv', false],
  ['docker://mc', 'docker://other', false],
  ['docker://mc?engine=ssh://u@h', 'docker://other?engine=ssh://u@h:22', true],
  ['docker://mc?engine=ssh://u@h', 'docker://mc?engine=ssh://root@h', false],
  ['docker://mc?engine=ssh://u@h', 'docker://mc', false],
  ['docker://mc?engine=ssh://u@h', 'ssh://u@h/srv', false],
  ['rcon://h:8765', 'ws://h:8765', false],
  ['rcon://h', 'rcon://h:25575', true],
])('the secret for %s is kept at %s: %s', (before, after, kept) => {
  expect(mayKeepToken(before, after)).toBe(kept)
})
