/**
 * The stdio bridge: the program that an AI client starts to connect to Gatehouse. `node stdio-bridge.cjs --help`
 *
 * Standard output contains only protocol messages; messages for people are written to standard error.
 */
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { defaultProfile } from '@contract/local/endpoint-file.js'
import { escapedText } from '@contract/text/escaped-text.js'
import { StdioBridge } from './bridge/bridge.js'
import { withClientKey } from './bridge/client-key.js'
import { clientProtocols } from './bridge/client-protocol.js'
import { ColdStart } from './bridge/cold-start.js'
import { canConnect, lookUpEndpoint, lookUpLaunch } from './bridge/endpoint-lookup.js'
import { framings } from './bridge/framing.js'
import { findGateway, type GatewayFinderDependencies, realTime } from './bridge/gateway-finder.js'
import { HttpTransport } from './bridge/http-transport.js'
import { cli, launchGateway } from './bridge/launch.js'
import { limits } from './bridge/limits.js'
import { ListStore } from './bridge/list-store.js'
import type { Message } from './bridge/message.js'
import { MessageWriter } from './bridge/message-writer.js'
import { MultiplexedTransport } from './bridge/multiplexed-connection.js'
import { NotificationStream } from './bridge/notification-stream.js'
import { help, optionsIn } from './bridge/options.js'
import { RemoteGateway, remoteFolder } from './bridge/remote-gateway.js'
import { BridgeSession } from './bridge/session.js'

const log = (line: string) => void process.stderr.write(`gatehouse-bridge: ${escapedText(line)}\n`)

const options = optionsIn(process.argv.slice(2), process.env)
if (options.kind === 'help') {
  process.stdout.write(help)
  process.exit(0)
}
if (options.kind === 'wrong') {
  log(`${options.why} Try --help.`)
  process.exit(2)
}
const profile = resolve(options.profile ?? defaultProfile(process.platform, process.env, homedir()))
const framing = framings[options.framing]
const dialect = clientProtocols[options.dialect]

const out = new MessageWriter(process.stdout, framing.framed)
const deliver = (message: Message) => out.write(message.text)
const { gateway: remoteName, client } = options
const lists = new ListStore(remoteName === undefined ? profile : remoteFolder(profile, remoteName), client)
const coldStart = new ColdStart(lists)
const onStarting = () => void coldStart.begin()

const ownGateway = () => {
  const finder: GatewayFinderDependencies = {
    ...realTime,
    lookUp: () => lookUpEndpoint(profile),
    canConnect,
    launch: async () => launchGateway(profile, cli(__dirname, await lookUpLaunch(profile))),
    onStarting,
    log,
  }
  const overHttp = new HttpTransport(dialect.path)
  return {
    transport: options.dialect === 'mcp' ? new MultiplexedTransport(overHttp, () => out.whenWritable()) : overHttp,
    find: (signal: AbortSignal) => withClientKey(profile, client, () => findGateway(finder, signal)),
  }
}

const remoteGateway = (name: string, key: string) => {
  const remote = new RemoteGateway(profile, name, dialect.path, { ...realTime, onStarting, log })
  return { transport: remote, find: (signal: AbortSignal) => remote.find(key, signal) }
}

const { transport, find } =
  remoteName === undefined || client === undefined ? ownGateway() : remoteGateway(remoteName, client)
const session = new BridgeSession({
  protocol: dialect,
  transport,
  deliver,
  stream: new NotificationStream(transport, deliver),
  wait: options.wait,
  find: (signal) => find(signal).finally(() => coldStart.end()),
})
const bridge = new StdioBridge(session, dialect, out, log, options.dialect === 'mcp' ? coldStart : undefined)

let leaving = false
const leave = async () => {
  if (leaving) return
  leaving = true
  await Promise.all([bridge.close(), out.flush(limits.flushTime), lists.flush()])
  process.exit(0)
}

process.stdout.on('error', leave)
process.stderr.on('error', () => undefined)
process.once('SIGTERM', leave)
process.once('SIGINT', leave)

const carry = async () => {
  const reader = framing.reader(limits.message)
  for await (const chunk of process.stdin) for (const incoming of reader.push(chunk)) await bridge.accept(incoming)
}
carry()
  .then(() => bridge.drain())
  .catch((error) => log(String(error)))
  .finally(leave)
