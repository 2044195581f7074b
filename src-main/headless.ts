/** Gatehouse without a desktop: for servers that have none, and for tests. One JSON object a line on stdout. */
import { asGatewayError } from '@contract/gateway-error.js'
import { product } from '@contract/product.js'
import { escapedReason, escapedText } from '@contract/text/escaped-text.js'
import { compose } from './compose/compose.js'
import type { Composed } from './compose/composed.js'
import { keptSecrets } from './compose/kept-secrets.js'
import { programEvents } from './compose/program-events.js'
import { serviceSecretPrefix } from './connect/import/service-imports.js'
import { addServers, saveChosenSettings, serveXiaozhi } from './headless/apply-options.js'
import { openBriefProgram } from './headless/brief-program.js'
import { type HeadlessOptions, usage } from './headless/options.js'
import { controlByStdin, report, reportRemote } from './headless/owner-door.js'
import { readOptions } from './headless/read-options.js'
import { RemoteWindows } from './headless/remote-windows.js'
import { openStoredSecrets } from './headless/stored-secrets.js'
import { ChatView } from './owner/chat-view.js'
import { createPayloadCheck } from './owner/doors/payload-check.js'
import { serveSocket } from './owner/doors/socket.js'
import { chatSecretOf } from './owner/orders/features.js'
import { type OwnerParts, ordersEverywhere } from './owner/orders/orders-everywhere.js'
import { ServerUpdates } from './owner/server-updates.js'
import { PersistentServers } from './owner/servers/persistent-servers.js'
import { ServiceRepository } from './owner/servers/service-repository.js'
import type { HeadlessOrder, Orders } from './owner/table/table.js'
import { standardError } from './storage/log/log-file.js'
import { openLog } from './storage/log/program-log.js'
import { openProfile } from './storage/profile.js'
import { type Instance, isTaken, takeProfile } from './storage/single-instance.js'
import { systemClock } from './storage/system-clock.js'

/** A supervisor may start it again after `failed`; after the others a person has to change something first. */
const exitCodes = { failed: 1, usage: 2, taken: 3 }

/** The process with the number 1 of a container ignores a signal that nobody handles. */
const endAtOnce = () => process.exit(0)
const endingSignals = ['SIGTERM', 'SIGINT'] as const
for (const signal of endingSignals) process.on(signal, endAtOnce)

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage)
  const options = await readOptions(process).catch((error) => endByUsage(error, 'Try: headless.cjs --help'))
  const profile = orUsageEnd(() => openProfile(options.profile))
  const instance = await takeProfile(profile, options.isBrief ? 'brief' : 'headless')
  if (!isTaken(instance)) return options.isBrief ? runBriefly(profile, instance) : run(options, profile, instance)
  console.error(escapedText(`Gatehouse is already running with the profile ${profile}.`))
  process.exitCode = exitCodes.taken
}

/** The command ends the program by closing its standard input; orders that are being followed are finished first. */
function runBriefly(profile: string, instance: Instance): void {
  const log = openLog(profile, { terminal: undefined, environment: process.env, awaitsSettings: false })
  const program = openBriefProgram(profile, log)
  const check = createPayloadCheck()
  const followed = serveSocket({ instance, orders: program.orders, program: 'brief', check, log })
  const end = async () => {
    await followed()
    instance.release()
    program.close()
    log.flush()
    process.exit(0)
  }
  process.stdin.on('end', () => void end()).resume()
  process.stdout.write('ready\n')
}

async function run(options: HeadlessOptions, profile: string, instance: Instance): Promise<void> {
  const log = openLog(profile, { terminal: standardError(), environment: process.env, awaitsSettings: true })
  log.info('Starting Gatehouse', { version: product.version })
  const { secrets, arePersistent } = orUsageEnd(() => openStoredSecrets(profile, options.secretsKey, log))
  const kept = arePersistent && keptSecrets(secrets)
  const composed = await compose({
    ...options,
    hasDesktop: false,
    profile,
    log,
    serviceSecretOf: (name) => secrets.get(serviceSecretPrefix + name),
    // Nobody reads the key of this run from standard output, so no script of its owner waits without one of its own.
    ...(options.isQuiet && { otherClients: 'ask' as const }),
    ...kept,
    ...(options.bedrockKey !== undefined && { connectionKey: options.bedrockKey }),
    chatKeyFor: (origin) => options.chat?.keyFor(origin) ?? secrets.get(chatSecretOf(origin)),
  })
  const { gateway } = composed
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= composed.stop().then(() => instance.release()))
  const error = saveChosenSettings(composed, options)
  if (error) {
    await stop()
    throw error
  }
  const end = async () => {
    await stop()
    process.exit(0)
  }
  endOnSignals(composed, end)
  const { tokenFor } = composed
  const servers = new PersistentServers({
    ...composed,
    trust: gateway.trust,
    rules: gateway.rules,
    clock: systemClock,
    log,
    secrets,
    tokenFor,
  })
  const { registry } = gateway
  const windows = new RemoteWindows()
  const serverUpdates = new ServerUpdates({
    registry,
    clock: systemClock,
    sendServers: (servers) => windows.send('servers:changed', servers),
    sendStates: (states) => windows.send('servers:states-changed', states),
  })
  const serviceRepository = new ServiceRepository({
    ...composed.services,
    secrets,
    now: () => systemClock.now(),
    named: options.services !== undefined,
  })
  const chatView = new ChatView(() => composed.chat.state())
  const parts = {
    ...composed,
    servers,
    serviceRepository,
    serverUpdates,
    chatView,
    secrets,
    tokenFor,
    profile,
    clock: systemClock,
    log,
  } satisfies OwnerParts
  const orders: Orders<HeadlessOrder> = ordersEverywhere(parts)
  const check = createPayloadCheck()
  if (options.controlledByStdin) controlByStdin(parts, orders, end)
  await servers.open()
  await addServers(composed, options, tokenFor)
  serveSocket({ instance, orders, program: 'headless', check, log })
  serveXiaozhi(composed, options.xiaozhi)
  if (options.otlpHeader !== undefined && composed.telemetry.keepHeader(options.otlpHeader) === undefined)
    log.warn('the header for telemetry is not used: telemetry is off. Give --otlp-endpoint too')
  if (options.neuro !== undefined) composed.neuro.serve(options.neuro)
  const events = programEvents(composed, parts)
  await windows.open(composed, orders, check, events)
  await composed.announce()
  if (!options.isQuiet) report(composed, events, options, systemClock)
  reportRemote(composed, options)
  log.info('Gatehouse is ready')
}

function endOnSignals({ gateway }: Pick<Composed, 'gateway'>, end: () => Promise<void>): void {
  for (const signal of endingSignals) process.off(signal, endAtOnce).on(signal, () => void end())
  // There is no such signal on Windows. It turns it on, never off.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => gateway.panic.turnOn('signal:SIGUSR1'))
  process.stdout.on('error', () => void end())
}

function orUsageEnd<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    return endByUsage(error)
  }
}

const endByUsage = (error: unknown, hint?: string): never => endBecause(error, exitCodes.usage, hint)

function endBecause(error: unknown, code: number, hint?: string): never {
  console.error(escapedReason(error instanceof Error ? error : asGatewayError(error)))
  if (hint !== undefined) console.error(escapedText(hint))
  process.exit(code)
}

main().catch((error: unknown) => endBecause(error, exitCodes.failed))
