import { describe, expect, it } from 'vitest'
import { parseOptions } from '../../../src-main/headless/options.js'

describe('the options of the headless program', () => {
  it('may be omitted', () => {
    expect(parseOptions([])).toEqual({
      profile: undefined,
      httpPort: 0,
      simulator: false,
      controlledByStdin: false,
      isBrief: false,
      isQuiet: false,
      chosen: {},
      servers: [],
      xiaozhi: [],
    })
  })

  it('let people in from other computers, and name the first owner', () => {
    expect(
      parseOptions(['--owners-port', '8797', '--owners-host', '192.0.2.1', '--invite-owner', 'Ada']),
    ).toMatchObject({
      remote: { enabled: true, port: 8_797, host: '192.0.2.1' },
      inviteOwner: 'Ada',
    })
    expect(parseOptions(['--owners-port', '0']).remote).toEqual({ enabled: true, port: 0 })
  })

  it.each([
    [['--owners-host', '192.0.2.1'], '--owners-host needs --owners-port'],
    [['--owners-port', '70000'], '--owners-port: 0 to 65535'],
    [['--owners-port', '1', '--owners-host', 'example.com'], '--owners-host: an IP address'],
    [['--invite-owner', 'desktop'], '--invite-owner: a name of 1 to 40 visible characters'],
  ])('refuse %j', (args, reason) => {
    expect(() => parseOptions(args)).toThrow(reason)
  })

  it('name the interfaces in whose networks phones may connect, or none', () => {
    expect(parseOptions([]).phoneInterfaces).toBeUndefined()
    expect(parseOptions(['--phone-network', 'wlan0', '--phone-network', 'eth0']).phoneInterfaces).toEqual([
      'wlan0',
      'eth0',
    ])
    expect(parseOptions(['--phone-network', 'none']).phoneInterfaces).toEqual([])
    expect(() => parseOptions(['--phone-network', 'none', '--phone-network', 'eth0'])).toThrow('--phone-network')
  })

  it('read endpoints of voice devices from any source and repeat none of them', () => {
    const address = 'wss://api.xiaozhi.me/mcp/?token=secret'
    const environment = { GATEHOUSE_XIAOZHI: address }
    expect(parseOptions([], { environment }).xiaozhi).toEqual([address])
    const line = JSON.stringify({ xiaozhi: [address, `${address}2`] })
    expect(parseOptions(['--secrets-stdin'], { line }).xiaozhi).toEqual([address, `${address}2`])
    const wrong = () => parseOptions(['--xiaozhi', 'ws://nas.local/mcp/?token=secret'])
    expect(wrong).toThrow('--xiaozhi: an address such as')
    expect(wrong).not.toThrow('secret')
  })

  it('name a profile, a port, the simulator and who decides', () => {
    expect(parseOptions(['--profile', '/p', '--http-port', '9000', '--simulator', '--control', 'stdin'])).toMatchObject(
      {
        profile: '/p',
        httpPort: 9_000,
        simulator: true,
        controlledByStdin: true,
      },
    )
  })

  it('choose a posture and how many decide about critical actions', () => {
    expect(parseOptions(['--posture', 'careful', '--critical-quorum', '2']).chosen).toEqual({
      posture: 'careful',
      builtInRules: {},
      criticalQuorum: 2,
    })
  })

  it('name the port, the address and the key for Bedrock games', () => {
    const args = ['--bedrock-port', '8080', '--bedrock-host', '0.0.0.0', '--bedrock-key', 'ABC-123']
    expect(parseOptions(args)).toMatchObject({ bedrock: { port: 8_080, host: '0.0.0.0' }, bedrockKey: 'ABC-123' })
  })

  it.each([
    ['--bedrock-port', 'x'],
    ['--bedrock-port', '70000'],
    ['--bedrock-host', '127.0.0.1'],
    ['--bedrock-port', '0', '--bedrock-host', 'localhost'],
    ['--bedrock-key', 'short'],
  ])('refuse %s %s', (...args) => expect(() => parseOptions(args)).toThrow('--bedrock'))

  it('name agents and their tokens, in pairs', () => {
    const args = ['--agent', 'ws://a:1', '--agent-token', 'one', '--agent', 'ws://b:2', '--agent-token', 'two']
    expect(parseOptions(args).servers).toEqual([
      { server: { address: 'ws://a:1' }, secrets: { token: 'one' } },
      { server: { address: 'ws://b:2' }, secrets: { token: 'two' } },
    ])
  })

  it.each([
    [['--http-port', '-1']],
    [['--http-port', '1.5']],
    [['--http-port', '']],
    [['--control', 'network']],
    [['--posture', 'reckless']],
    [['--critical-quorum', '0']],
    [['--critical-quorum', '11']],
    [['--critical-quorum', 'two']],
    [['--agent', 'ws://a:1']],
    [['--agent-token', 'one']],
    [['--agent', 'http://a:1', '--agent-token', 'one']],
    [['--agent', 'ws://a:1', '--agent-token', '']],
    [['--agent', 'ws://a:1', '--agent', 'ws://b:1', '--agent', 'ws://c:1', '--agent-token', 'a', '--agent-token', 'b']],
    [['--agent-token-file', 'f']],
    [['--unknown']],
    [['stray']],
  ])('%j are refused', (args) => {
    expect(() => parseOptions(args)).toThrow()
  })

  it('name the certificate of an agent behind it', () => {
    const agent = (port: number) => ['--agent', `wss://localhost:${port}`, '--agent-token', 't']
    const digits = 'ab'.repeat(32)
    const { servers } = parseOptions([...agent(1), ...agent(2), '--agent-certificate', digits])
    expect(servers.map(({ server }) => server.certificate)).toEqual([
      undefined,
      digits.toUpperCase().match(/../gu)?.join(':'),
    ])
    expect(() => parseOptions(['--agent-certificate', digits, ...agent(1)])).toThrow('follows its --agent')
    expect(() => parseOptions([...agent(1), '--agent-certificate', 'ab'])).toThrow('64 hexadecimal digits')
  })
})
