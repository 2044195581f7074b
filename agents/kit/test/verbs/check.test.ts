import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../../src-main/cli/command-line.js'
import { terminal } from '../../../../test/fixtures/terminal.js'

const refusal = async (...args: string[]): Promise<string> => {
  const screen = terminal()
  expect(await runCommandLine(['check', ...args], screen)).toBe(2)
  expect(screen.said).toEqual([])
  return screen.complained.join()
}

const address = 'ws://127.0.0.1:8765'

describe('gatehouse check refuses', () => {
  it('to guess a token', async () => {
    expect(await refusal(address)).toContain('The token of the agent is missing: use --token-file')
    expect(await refusal(address, '--token', '')).toContain('The token is empty')
  })

  it.each(['127.0.0.1:8765', 'http://127.0.0.1:8765', 'localhost', 'ws://', 'file:///etc/passwd', 'ws://a/#b'])(
    'an address like %s',
    async (wrong) => expect(await refusal(wrong, '--token', 't')).toContain('AGENT_URL is ws://HOST:PORT'),
  )

  it.each(['0', '49', '-5', '1e3', 'soon', '', '999999999'])('--timeout=%s', async (wrong) => {
    expect(await refusal(address, '--token', 't', `--timeout=${wrong}`)).toContain('--timeout takes milliseconds')
  })

  it('--listen without a number', async () => {
    expect(await refusal(address, '--token', 't', '--listen', 'long')).toContain('--listen takes milliseconds')
  })

  it('shows an address with control characters escaped', async () => {
    expect(await refusal('\u001b[2Jws', '--token', 't')).not.toContain('\u001b')
  })
})
