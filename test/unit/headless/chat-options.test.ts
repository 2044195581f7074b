import { describe, expect, it } from 'vitest'
import { chatOptionsOf } from '../../../src-main/headless/chat-options.js'

const online = { 'chat-base-url': 'https://api.example.com/v1', 'chat-model': 'small' }

describe('the chat options of the headless program', () => {
  it('may be left out', () => expect(chatOptionsOf({}, 'key')).toBeUndefined())

  it('turn the AI on with a model, and leave the audience to the settings', () => {
    expect(chatOptionsOf(online, undefined)?.settings).toEqual({
      enabled: true,
      model: { provider: 'openai-compatible', baseUrl: 'https://api.example.com/v1', name: 'small' },
    })
  })

  it.each(['all', 'logged-in'] as const)('let %s players talk', (players) =>
    expect(chatOptionsOf({ ...online, 'chat-players': players }, undefined)?.settings.audience).toBe(players),
  )

  it('know the address of Anthropic, and take another provider when it is named', () => {
    const anthropic = { 'chat-base-url': 'https://api.anthropic.com/v1', 'chat-model': 'large' }
    expect(chatOptionsOf(anthropic, undefined)?.settings.model.provider).toBe('anthropic')
    const named = { ...anthropic, 'chat-provider': 'openai-compatible' }
    expect(chatOptionsOf(named, undefined)?.settings.model.provider).toBe('openai-compatible')
    const imitation = { 'chat-base-url': 'https://api.anthropic.com.example.com/v1', 'chat-model': 'large' }
    expect(chatOptionsOf(imitation, undefined)?.settings.model.provider).toBe('openai-compatible')
  })

  it('send the key only to the address of the command line', () => {
    const chat = chatOptionsOf(online, 'secret')
    expect(chat?.keyFor('https://api.example.com')).toBe('secret')
    for (const other of ['https://api.example.com:8443', 'http://api.example.com', 'https://example.com'])
      expect(chat?.keyFor(other)).toBeUndefined()
    expect(chatOptionsOf(online, '')?.keyFor('https://api.example.com')).toBeUndefined()
    expect(JSON.stringify(chat?.settings)).not.toContain('secret')
  })

  it.each([
    [{ 'chat-base-url': 'https://api.example.com/v1' }, 'belong together'],
    [{ 'chat-model': 'small' }, 'belong together'],
    [{ 'chat-players': 'all' }, 'belong together'],
    [{ 'chat-provider': 'anthropic' }, 'belong together'],
    [{ ...online, 'chat-base-url': '' }, 'belong together'],
    [{ ...online, 'chat-base-url': 'api.example.com' }, '--chat-base-url: an address'],
    [{ ...online, 'chat-base-url': 'file:///etc/passwd' }, '--chat-base-url: an address'],
    [{ ...online, 'chat-provider': 'other' }, '--chat-provider: openai-compatible, anthropic'],
    [{ ...online, 'chat-players': 'nobody' }, '--chat-players: all or logged-in'],
    [{ ...online, 'chat-players': 'ALL' }, '--chat-players: all or logged-in'],
    [{ 'chat-key-file': 'key.txt' }, '--chat-key-file needs --chat-base-url'],
  ])('reject %j with a reason', (values, problem) => expect(() => chatOptionsOf(values, 'secret')).toThrow(problem))
})
