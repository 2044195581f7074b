/**
 * The stdio bridge: what an AI client starts to speak with Gatehouse. `node stdio-bridge.cjs [--profile DIR]`
 *
 * Standard output carries MCP messages and nothing else; what there is to tell a person goes to standard error.
 */
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Bridge } from './bridge/bridge.js'
import { canConnect, lookUpEndpoint } from './bridge/endpoint-lookup.js'
import { findGateway, realTime } from './bridge/gateway-finder.js'
import { HttpDoor } from './bridge/http-door.js'
import { launchGateway, surroundings } from './bridge/launch.js'
import { limits } from './bridge/limits.js'
import { LineReader } from './bridge/line-reader.js'
import { LineWriter } from './bridge/line-writer.js'
import type { Message } from './bridge/message.js'
import { NotificationStream } from './bridge/notification-stream.js'
import { Session } from './bridge/session.js'
import { defaultProfile } from './contract/endpoint-file.js'

const log = (line: string) => void process.stderr.write(`gatehouse-bridge: ${line}\n`)

const { values } = parseArgs({ options: { profile: { type: 'string' } }, strict: false })
const named = typeof values.profile === 'string' ? values.profile : undefined
const profile = resolve(named ?? defaultProfile(process.platform, process.env, homedir()))

const out = new LineWriter(process.stdout)
const deliver = (message: Message) => out.write(message.text)
const door = new HttpDoor()
const session = new Session({
  door,
  deliver,
  stream: new NotificationStream(door, deliver),
  find: (signal) =>
    findGateway(
      {
        ...realTime,
        lookUp: () => lookUpEndpoint(profile),
        canConnect,
        launch: () => launchGateway(profile, surroundings(__dirname)),
        log,
      },
      signal,
    ),
})
const bridge = new Bridge(session, out, log)

let leaving = false
const leave = async () => {
  if (leaving) return
  leaving = true
  await Promise.all([bridge.close(), out.flush(limits.flushTime)])
  process.exit(0)
}

process.stdout.on('error', leave)
process.stderr.on('error', () => undefined)
process.once('SIGTERM', leave)
process.once('SIGINT', leave)

const carry = async () => {
  const reader = new LineReader(limits.line)
  for await (const chunk of process.stdin) for (const line of reader.push(chunk)) await bridge.accept(line)
}
carry()
  .catch((error) => log(String(error)))
  .finally(leave)
