/** Gatehouse without a desktop: for servers that have none, and for tests. One JSON object a line on stdout. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import { escapedJson, escapedReason, escapedText } from '@contract/text/escaped-text.js'
import { compose } from './compose/compose.js'
import type { Composed } from './compose/composed.js'
import { serviceSecretPrefix } from './connect/import/service-imports.js'
import { controlBy } from './headless/control.js'
import { firstLine } from './headless/first-line.js'
import { type HeadlessOptions, parseOptions, usage } from './headless/options.js'
import { createHeadlessQueueDrain, memorySecrets } from './headless/queue-drain.js'
import {
  failureLine,
  type ReportLine,
  reportOn,
  reportOnBedrock,
  reportOnConsents,
  reportOnTrail,
  reportOnXiaozhi,
  settingsLine,
  undoLine,
} from './headless/report.js'
import { openLog } from './storage/file-log.js'
import { openProfile } from './storage/profile.js'
import { isTaken, takeProfile } from './storage/single-instance.js'
import { systemClock } from './storage/system-clock.js'

const exitCodes = { usage: 2, taken: 3 }

const write = (line: ReportLine): void => void process.stdout.write(`${escapedJson(line)}\n`)

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage)
  const options = await readOptions(process.argv.slice(2))
  const profile = openProfile(options.profile)
  const instance = await takeProfile(profile, false)
  if (isTaken(instance)) {
    console.error(escapedText(`Gatehouse is already running with the profile ${profile}.`))
    process.exitCode = exitCodes.taken
    return
  }
  const log = openLog(profile, process.stderr)
  const serviceSecrets = memorySecrets()
  const composed = await compose({
    ...options,
    serviceSecretOf: (name) => serviceSecrets.get(serviceSecretPrefix + name),
    ...(options.bedrockKey !== undefined && { connectionKey: options.bedrockKey }),
    profile,
    log,
    ...(options.chat && { chatKeyFor: options.chat.keyFor }),
  })
  const stop = async () => {
    await composed.stop()
    instance.release()
  }
  const error = saveChosenSettings(composed, options)
  if (error) {
    await stop()
    throw error
  }
  let isStopping = false
  const end = async () => {
    if (isStopping) return
    isStopping = true
    await stop()
    process.exit(0)
  }
  endOnSignals(composed, end)
  if (options.controlledByStdin) controlByStdin(composed, end)
  await addServers(composed, options)
  const hasServicesFile = options.services !== undefined
  const drainQueue = createHeadlessQueueDrain({
    ...{ composed, profile, serviceSecrets, hasServicesFile, clock: systemClock, log },
  })
  await drainQueue()
  instance.onNotify(() => {
    composed.clients.refresh()
    return drainQueue()
  })
  if (options.xiaozhi.length > 0) {
    const endpoints = options.xiaozhi.map((address) => ({ address }))
    composed.xiaozhi.serve('command-line', endpoints)
  }
  await composed.announce()
  report(composed, options)
}

async function readOptions(args: readonly string[]): Promise<HeadlessOptions> {
  return parseOptions(args, {
    environment: process.env,
    warn: (line) => console.error(escapedText(line)),
    ...(args.includes('--secrets-stdin') && { line: await firstLine(process.stdin) }),
  })
}

/** What the command line chose, as a choice in the window. @returns why it was not saved */
function saveChosenSettings({ settings }: Composed, { chosen, chat }: HeadlessOptions): GatewayError | undefined {
  const changes = { ...chosen, ...(chat && { chat: { ...settings.get().chat, ...chat.settings } }) }
  if (Object.keys(changes).length === 0 || settings.change(changes)) return undefined
  return new GatewayError(settings.isUnwritable ? 'SYSTEM.SETTINGS_UNWRITABLE' : 'PROTOCOL.INVALID_REQUEST')
}

function endOnSignals({ gateway }: Composed, end: () => Promise<void>): void {
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
  // There is no such signal on Windows. It turns it on, never off.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => gateway.panic.turnOn('signal:SIGUSR1'))
  process.stdout.on('error', () => void end())
}

function controlByStdin({ gateway, consents, agents, bedrock }: Composed, end: () => Promise<void>): void {
  const { approvals, trust, panic, askingPauses, undo } = gateway
  controlBy({
    ...{ input: process.stdin, approvals, consents, trust, panic, askingPauses, undo },
    onUndo: (result) => write(undoLine(result)),
    trustCertificate: (id, fingerprint) => agents.trust(id, fingerprint),
    acceptGame: (id) => bedrock.provider.acceptIfWaiting(id),
    onFailure: (error) => write(failureLine(error)),
    onEnd: () => void end(),
  })
}

/** Servers that the command line names are trusted by whoever named them. */
async function addServers(composed: Composed, { simulator, agents, java }: HeadlessOptions): Promise<void> {
  const { trust } = composed.gateway
  if (simulator) await composed.addDemoWorld()
  for (const agent of agents) {
    trust.trustServer(agent.id)
    composed.agents.add({ ...agent, kind: 'agent' })
    // What it offered last is read from the disk: one server in each turn of the event loop.
    await nextTurn()
  }
  if (!java) return
  trust.trustServer(java.id)
  composed.javaServers.add(java)
}

function report(composed: Composed, { bedrockKey }: HeadlessOptions): void {
  const { gateway, settings, audit, consents, xiaozhi, bedrock, httpListener, token } = composed
  write({
    event: 'ready',
    http: httpListener.endpoint,
    token,
    ...(settings.get().chat.enabled && { chatKey: gateway.logins.key }),
  })
  if (settings.problem) write(settingsLine(settings.problem))
  settings.onDidChangeProblem((problem) => write(settingsLine(problem)))
  reportOn(gateway, write)
  reportOnTrail(audit, write)
  reportOnConsents(consents, write)
  reportOnXiaozhi(xiaozhi, write)
  const generatedKey = bedrockKey === undefined ? () => gateway.logins.connectionKey : undefined
  reportOnBedrock(bedrock.provider, generatedKey, write)
}

main().catch((error: unknown) => {
  console.error(escapedReason(error instanceof Error ? error : asGatewayError(error)))
  process.exit(exitCodes.usage)
})
