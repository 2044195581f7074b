import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { defaultSettings } from '@shared/program/settings.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
import { ModelServer } from '../../fakes/chat/model-server.js'
import { folderForEach } from '../../fixtures/for-each.js'
import { terminal } from '../../fixtures/terminal.js'

const profile = folderForEach()
let model: ModelServer
beforeEach(async () => {
  model = await new ModelServer().start()
})
afterEach(async () => {
  await model.stop()
})

async function gatehouse(...args: readonly string[]) {
  const screen = { ...terminal({}), environment: { GATEHOUSE_CHAT_KEY: 'sk-very-secret-0123456789' } }
  const code = await runCommandLine(['chat', ...args, '--profile', profile()], screen)
  return { code, said: screen.said.join('\n'), complained: screen.complained.join('\n') }
}

const test = (...more: readonly string[]) => gatehouse('test', '--base-url', model.baseUrl, '--model', 'fake', ...more)

describe('gatehouse chat test', () => {
  it('says that a model answers and uses tools', async () => {
    model.answers({ tools: [{ name: 'ping', arguments: {} }] })
    const { code, said } = await test()
    expect(code).toBe(0)
    expect(said).toMatch(/^fake responded in \d+ ms\.$/u)
    expect(model.requests[0]?.headers.authorization).toBe('Bearer sk-very-secret-0123456789')
  })

  it('says that a model only talks', async () => {
    const { code, said } = await test()
    expect(code).toBe(0)
    expect(said).toContain('It may not support tools.')
  })

  it('names what is wrong, without the key', async () => {
    model.answers({
      status: 401,
      body: JSON.stringify({ error: { message: 'Wrong key sk-very-secret-0123456789.\u001b[2J' } }),
    })
    const { code, said, complained } = await test()
    expect(code).toBe(1)
    expect(said).toContain('The endpoint refuses the key.')
    expect(said + complained).not.toContain('very-secret')
    expect(said).not.toContain('\u001b')
  })

  it('says the result as JSON', async () => {
    model.answers({ status: 402 })
    const { code, said } = await test('--json')
    expect(code).toBe(1)
    expect(JSON.parse(said)).toMatchObject({ ok: false, problem: { kind: 'money' } })
  })

  it('tests the model of the profile when none is named', async () => {
    const chat = {
      ...defaultSettings.chat,
      model: { ...defaultSettings.chat.model, baseUrl: model.baseUrl, name: 'kept' },
    }
    writeFileSync(path.join(profile(), 'settings.json'), JSON.stringify({ ...defaultSettings, chat }), { mode: 0o600 })
    const { code } = await gatehouse('test')
    expect(code).toBe(0)
    expect(model.requests[0]?.body.model).toBe('kept')
  })

  it('says that no model is chosen', async () => {
    const { code, said } = await gatehouse('test')
    expect(code).toBe(1)
    expect(said).toContain('No model is set.')
  })

  it.each([
    [['talk'], 'talk'],
    [['test', '--model', 'fake'], 'together'],
    [['test', '--provider', 'other'], '--provider takes openai-compatible or anthropic'],
  ])('refuses %j', async (args, problem) => {
    const { code, complained } = await gatehouse(...args)
    expect(code).toBe(2)
    expect(complained).toContain(problem)
    expect(model.requests).toHaveLength(0)
  })
})
