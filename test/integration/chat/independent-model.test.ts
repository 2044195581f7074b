import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testModel } from '../../../src-main/consumers/chat/models/model-test.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { Program, temporaryProfile } from '../../fakes/headless-program.js'
import { freePort } from '../../fixtures/free-port.mjs'
import { CleanUp, headlessProgram, root } from '../../fixtures/programs.js'

/** The response names the player, so that both directions are checked. It streams eight characters at a time. */
const answers = {
  streaming: { chunkSize: 8, chunkIntervalMs: 1 },
  rules: [
    {
      path: '/v1/chat/completions',
      match: "body.model == 'fake'",
      response: {
        status: 200,
        content: JSON.stringify({
          id: 'c1',
          object: 'chat.completion',
          created: 1,
          model: 'fake',
          choices: [
            { message: { role: 'assistant', content: 'Message received. 你好，世界！' }, finish_reason: 'stop' },
          ],
        }),
      },
    },
    {
      path: '/v1/chat/completions',
      match: "body.model == 'poor'",
      response: {
        status: 429,
        content: '{"error":{"message":"You exceeded your current quota, please check your plan and billing details."}}',
      },
    },
  ],
}

/** `@dwmkerr/mock-llm`: a model server that somebody else wrote. It streams text and no tool calls. */
async function startModels(cleanUp: CleanUp): Promise<string> {
  const folder = cleanUp.folder()
  const config = path.join(folder, 'models.json')
  writeFileSync(config, JSON.stringify(answers))
  const port = await freePort()
  const main = path.join(root, 'node_modules', '@dwmkerr', 'mock-llm', 'dist', 'main.js')
  const models = spawn(process.execPath, [main, '--config', config], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUp.add(models, (running: ChildProcess) => {
    const ended = once(running, 'close')
    running.kill()
    return ended
  })
  for await (const text of models.stdout) if (String(text).includes('server running')) break
  models.stdout.resume()
  return `http://127.0.0.1:${port}/v1`
}

describe('an independent model server', () => {
  const cleanUp = new CleanUp()
  let baseUrl: string
  beforeEach(async () => {
    baseUrl = await startModels(cleanUp)
  })
  afterEach(() => cleanUp.run())

  const test = (name: string) =>
    testModel({ provider: 'openai-compatible', baseUrl, name }, { clock: systemClock, keyFor: () => undefined })

  it('is detected as a model without tools', async () => {
    expect(await test('fake')).toMatchObject({ ok: true, usesTools: false })
  })

  it('reports in a stream that the credit is used up, and the error is shown', async () => {
    expect(await test('poor')).toMatchObject({ ok: false, problem: { kind: 'money' } })
  })

  it('answers an outside program through the gateway, without counting tokens', async () => {
    const program = cleanUp.add(
      new Program(headlessProgram(), [
        ...['--profile', await temporaryProfile(), '--simulator'],
        ...['--chat-base-url', baseUrl, '--chat-model', 'fake'],
      ]),
      (running) => running.kill(),
    )
    const ready = await program.next('ready')
    const response = await fetch(`${ready.http}/api/v1/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ message: 'Do you read this?' }),
    })
    expect(response.status).toBe(200)
    const pieces = (await response.text())
      .split('\n\n')
      .filter((block) => block.startsWith('data: {'))
      .map((block) => JSON.parse(block.slice(6)))
    expect(pieces.every(({ type }) => type === 'content')).toBe(true)
    expect(pieces.map(({ content }) => content).join('')).toBe('Message received. 你好，世界！')
  })
})
