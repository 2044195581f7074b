import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseChatCommand } from '../../../../src-main/policy/chat/chat-command.js'
import { processorMs } from '../../../fixtures/processor-time.js'
import { forAll } from '../../../fixtures/properties.js'

const parse = (message: string) => parseChatCommand(message, 'ai')

describe('chat command', () => {
  it.each([
    ['GPT 聊天 你好，请介绍一下自己', '你好，请介绍一下自己'],
    ['gpt  聊天  hi', 'hi'],
    ['GPT聊天你好', '你好'],
    ['GPT聊天 你好', '你好'],
    ['gpt 聊天：你好', '你好'],
    ['@ai is it day soon?', 'is it day soon?'],
    ['@AI hi', 'hi'],
    ['＠ai 你好', '你好'],
    ['  @ai  two  words ', 'two  words'],
  ])('reads %s as a question', (message, text) => expect(parse(message)).toEqual({ kind: 'ask', text }))

  it.each([
    ['#help', { kind: 'help' }],
    ['#停止', { kind: 'stop' }],
    ['#new', { kind: 'new' }],
    ['#Status', { kind: 'status' }],
    ['#更多', { kind: 'more' }],
  ])('reads the command %s', (message, command) => expect(parse(message)).toEqual(command))

  it.each([
    'hello',
    '',
    '@aim hi',
    '@bob hi',
    'GPT hi',
    'GPT',
    'GPTs 聊天 hi',
    '我的 GPT 聊天 hi',
    '#',
    '@',
    'say @ai hi',
    '#__proto__',
    '#1',
    '# heading',
    '#a',
    '##hi',
    '#abcdefghijklmnopqrstuvwxyz',
    '#:)',
  ])('reads %j as no command', (message) => expect(parse(message)).toBeUndefined())

  it.each([
    ['GPT 聊天', 'incomplete', true],
    ['gpt聊天：', 'incomplete', true],
    ['@ai', 'incomplete', false],
    ['#stop it', 'unknown', false],
    ['#foo', 'unknown', false],
    ['#foo bar', 'unknown', false],
    ['＃天气', 'unknown', true],
    ['#constructor', 'unknown', false],
  ])('reads %j as a command to explain', (message, kind, isChinese) =>
    expect(parse(message)).toEqual({ kind, isChinese }),
  )

  it('calls the AI by the name of the settings', () => {
    expect(parseChatCommand('@小门 你好', '小门')).toEqual({ kind: 'ask', text: '你好' })
    expect(parseChatCommand('@ai hi', '小门')).toBeUndefined()
  })

  it('never throws, and never keeps more than a line holds', () =>
    forAll(fc.string({ unit: 'binary', maxLength: 2_000 }), fc.string(), (message, name) => {
      const command = parseChatCommand(message, name)
      if (command?.kind === 'ask') expect(command.text.length).toBeLessThanOrEqual(512)
    }))

  it('reads a long hostile line in linear time', () => {
    const lines = ['#', '@ai ', ' ', 'GPT 聊天 ', '\t'].map((unit) => unit.repeat(1_000_000))
    const costs = Array.from({ length: 3 }, () => {
      const began = processorMs()
      for (const line of lines) parse(line)
      return processorMs() - began
    })
    expect(Math.min(...costs)).toBeLessThan(200)
  })
})
