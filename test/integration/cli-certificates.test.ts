/** Certificates in the commands and the headless program, with an agent whose certificate is self-signed. */

import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../src-main/cli/command-line.js'
import { RawAgent } from '../fakes/raw-agent.js'
import { first, second } from '../fixtures/certificates.js'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { beginHeadless, startHeadless } from '../fixtures/programs.js'
import { terminal } from '../fixtures/terminal.js'

const cleanUp = cleanUpForEach()

const secureAgent = async () => {
  const agent = cleanUp.add(await RawAgent.listen({ identity: first }), (open) => open.closeNow())
  return { agent, address: `wss://127.0.0.1:${agent.port}` }
}

async function gatehouse(...args: string[]) {
  const screen = terminal()
  const code = await runCommandLine(args, screen)
  return { code, complained: screen.complained.join('\n') }
}

describe('a certificate that is not trusted', () => {
  it.each([
    ['servers test', ['servers', 'test'], 1],
    ['check', ['check'], 2],
  ])('is shown by %s, with what to do, and nothing is sent', async (_name, verb, code) => {
    const { agent, address } = await secureAgent()
    const seen = await gatehouse(...verb, address, '--token', 't')
    expect(seen).toMatchObject({ code, complained: expect.stringContaining(`--fingerprint ${first.fingerprint}`) })
    const other = await gatehouse(...verb, address, '--token', 't', '--fingerprint', second.fingerprint)
    expect(other).toMatchObject({ code, complained: expect.stringContaining(first.fingerprint) })
    expect(agent.connections).toBe(0)
  })

  it.each([
    ['servers test', ['servers', 'test'], 0],
    ['check', ['check'], 1],
  ])('is accepted by %s when a person names it', async (_name, verb, code) => {
    const { agent, address } = await secureAgent()
    const error = { code: 'AUTH.TOKEN_INVALID', message: 'No.' }
    if (code === 1) agent.onRegister = (frame) => agent.acknowledge(frame, { success: false, error })
    const seen = await gatehouse(...verb, address, '--token', 't', '--fingerprint', first.fingerprint)
    expect(seen.code).toBe(code)
    expect(seen.complained).not.toContain('certificate')
    expect(agent.connections).toBeGreaterThan(0)
  })

  it('is trusted on the stdin of the program without a window, by the id it says', async () => {
    const { agent, address } = await secureAgent()
    const { process: program } = await beginHeadless(cleanUp, [
      '--control',
      'stdin',
      '--agent',
      address,
      '--agent-token',
      't',
    ])
    const { id, details } = await program.until(({ code }) => code === 'AUTH.CERTIFICATE_UNKNOWN')
    expect(agent.connections).toBe(0)
    program.send({ trust: { server: id, fingerprint: (details as { fingerprint: string }).fingerprint } })
    await program.until(({ event, state }) => event === 'server' && state === 'online')
  })

  it('is accepted by the headless program when the command line names it', async () => {
    const { address } = await secureAgent()
    const agent = ['--agent', address, '--agent-token', 't', '--agent-certificate', first.fingerprint]
    const { process: program } = await startHeadless(cleanUp, agent)
    await program.until(({ event, state }) => event === 'server' && state === 'online')
  })
})
