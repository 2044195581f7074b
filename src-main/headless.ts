/** Gatehouse without a desktop: for servers that have none, and for tests. One JSON object a line on stdout. */
import { asGatewayError } from '@contract/gateway-error.js'
import { product } from '@contract/product.js'
import { escapedReason, escapedText } from '@contract/text/escaped-text.js'
import { compose } from './compose/compose.js'
import type { Composed } from './compose/composed.js'
import { serviceSecretPrefix } from './connect/import/service-imports.js'
import { addServers, saveChosenSettings, serveXiaozhi } from './headless/apply-options.js'
import { type HeadlessOptions, usage } from './headless/options.js'
import { controlByStdin, report } from './headless/owner-door.js'
import { createHeadlessQueueDrain, memorySecrets, memoryServerSecrets } from './headless/queue-drain.js'
import { readOptions } from './headless/read-options.js'
import type { OwnerParts } from './owner/orders/orders.js'
import { ServerUpdates } from './owner/server-updates.js'
import { PersistentServers } from './owner/servers/persistent-servers.js'
import { standardError } from './storage/log/log-file.js'
import { openLog } from './storage/log/program-log.js'
import { openProfile } from './storage/profile.js'
import { type Instance, isTaken, takeProfile } from './storage/single-instance.js'
import { systemClock } from './storage/system-clock.js'

const exitCodes = { usage: 2, taken: 3 }

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage)
  const options = await readOptions(process)
  const profile = openProfile(options.profile)
  const instance = await takeProfile(profile, false)
  if (!isTaken(instance)) return run(options, profile, instance)
  console.error(escapedText(`Gatehouse is already running with the profile ${profile}.`))
  process.exitCode = exitCodes.taken
}

async function run(options: HeadlessOptions, profile: string, instance: Instance): Promise<void> {
  const log = openLog(profile, { terminal: standardError(), environment: process.env, awaitsSettings: true })
  log.info('Starting Gatehouse', { version: product.version })
  const secrets = memorySecrets()
  const composed = await compose({
    ...options,
    profile,
    log,
    serviceSecretOf: (name) => secrets.get(serviceSecretPrefix + name),
    ...(options.bedrockKey !== undefined && { connectionKey: options.bedrockKey }),
    ...(options.chat && { chatKeyFor: options.chat.keyFor }),
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
    clock: systemClock,
    log,
    secrets: memoryServerSecrets(profile),
    tokenFor,
  })
  const { registry } = gateway
  const toNobody = { sendServers: () => {}, sendStates: () => {} }
  const serverUpdates = new ServerUpdates({ registry, clock: systemClock, ...toNobody })
  const parts: OwnerParts = { ...composed, servers, serverUpdates, tokenFor, clock: systemClock, log }
  if (options.controlledByStdin) controlByStdin(parts, log, end)
  await servers.open()
  await addServers(composed, options, tokenFor)
  const hasServicesFile = options.services !== undefined
  const drainQueue = createHeadlessQueueDrain({
    composed,
    profile,
    servers,
    secrets,
    hasServicesFile,
    clock: systemClock,
    log,
  })
  await drainQueue()
  instance.onNotify(() => {
    composed.clients.refresh()
    return drainQueue()
  })
  serveXiaozhi(composed, options.xiaozhi)
  await composed.announce()
  report(composed, options, systemClock)
}

function endOnSignals({ gateway }: Pick<Composed, 'gateway'>, end: () => Promise<void>): void {
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
  // There is no such signal on Windows. It turns it on, never off.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => gateway.panic.turnOn('signal:SIGUSR1'))
  process.stdout.on('error', () => void end())
}

main().catch((error: unknown) => {
  console.error(escapedReason(error instanceof Error ? error : asGatewayError(error)))
  process.exit(exitCodes.usage)
})
