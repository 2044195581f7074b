import { defaultChat, type ModelTest } from '@shared/features/chat.js'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { ModelSettings, TestResult } from '../../../src-renderer/features/settings/model-settings.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'
import { chat } from '../../../src-renderer/state/feeds.js'

/** zustand renders its initial state on a server. */
const initially = chat.use.getInitialState()
const { value } = initially
afterEach(async () => {
  Object.assign(initially, { value })
  await i18n.changeLanguage('en')
})

const words = {
  en: 'Short list of tools: the model’s context is 4,096 tokens.',
  zh: '工具列表已精简：模型的上下文为 4,096 个词元。',
} as const

describe.each(['en', 'zh'] as const)('a model with a small context, in %s', (language) => {
  const result = (test: ModelTest) => renderToStaticMarkup(createElement(TestResult, { result: test }))
  const settings = () => renderToStaticMarkup(createElement(ModelSettings, { chat: defaultChat, onChange() {} }))
  const answered = { ok: true, milliseconds: 800, usesTools: true } as const

  it('has its short list of tools named in the result of the test', async () => {
    await i18n.changeLanguage(language)
    expect(result({ ...answered, tools: { count: 13, all: 52, contextTokens: 4_096 } })).toContain(words[language])
    expect(result({ ...answered, tools: { count: 52, all: 52 } })).not.toContain('4,096')
  })

  it('has its context named when not even the short list fits', async () => {
    await i18n.changeLanguage(language)
    const failed = result({ ok: false, problem: { kind: 'too-long', contextTokens: 256 } })
    expect(failed).toContain(i18n.t('modelProblem.too-long'))
    expect(failed).toContain('256')
  })

  it('has its short list named in the settings until the next test', async () => {
    await i18n.changeLanguage(language)
    expect(settings()).not.toContain('4,096')
    Object.assign(initially, { value: { ...value, smallContext: 4_096 } })
    expect(settings()).toContain(words[language])
  })
})
