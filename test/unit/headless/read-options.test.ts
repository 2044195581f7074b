import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type OptionsSource, readOptions } from '../../../src-main/headless/read-options.js'

const agent = ['--agent', 'ws://127.0.0.1:1']

const source = (args: readonly string[], stdin: () => Readable): OptionsSource =>
  ({
    argv: ['node', 'headless', ...args],
    env: { GATEHOUSE_TOKEN: 'from-environment' },
    get stdin() {
      return stdin()
    },
  }) as unknown as OptionsSource

describe('the options of the headless process', () => {
  it('are read without opening stdin, which would make a shared pipe non-blocking', async () => {
    const stdin = () => {
      throw new Error('stdin was opened')
    }
    const { servers } = await readOptions(source(agent, stdin))
    expect(servers).toMatchObject([{ server: { address: 'ws://127.0.0.1:1' }, secrets: { token: 'from-environment' } }])
  })

  it('get their secrets from the first line of stdin when the command line says so', async () => {
    const stdin = Readable.from([Buffer.from('{"agent-token":["from-stdin"]}\n')])
    const { servers } = await readOptions(source([...agent, '--secrets-stdin'], () => stdin))
    expect(servers).toMatchObject([{ secrets: { token: 'from-stdin' } }])
  })
})
