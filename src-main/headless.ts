/** Gatehouse without a desktop: for servers that have none, and for tests. One JSON object a line on stdout. */
import { asGatewayError } from '@contract/gateway-error.js'
import { product } from '@contract/product.js'
import { escapedJson, escapedReason, escapedText } from '@contract/text/escaped-text.js'
import { compose } from './compose/compose.js'
import { serviceSecretPrefix } from './connect/import/service-imports.js'
import { addServers, saveChosenSettings, serveXiaozhi } from './headless/apply-options.js'
import { reportComposed } from './headless/composed-report.js'
import { type HeadlessOptions, usage } from './headless/options.js'
import { controlByStdin, endOnSignals } from './headless/process-control.js'
import { createHeadlessQueueDrain, memorySecrets } from './headless/queue-drain.js'
import { readOptions } from './headless/read-options.js'
import type { ReportLine } from './headless/report.js'
import { standardError } from './storage/log/log-file.js'
import { openLog } from './storage/log/program-log.js'
import { openProfile } from './storage/profile.js'
import { type Instance, isTaken, takeProfile } from './storage/single-instance.js'
import { systemClock } from './storage/system-clock.js'

const exitCodes = { usage: 2, taken: 3 }

const write = (line: ReportLine): void => void process.stdout.write(`${escapedJson(line)}\n`)

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
  const serviceSecrets = memorySecrets()
  const composed = await compose({
    ...{ ...options, profile, log },
    serviceSecretOf: (name) => serviceSecrets.get(serviceSecretPrefix + name),
    ...(options.bedrockKey !== undefined && { connectionKey: options.bedrockKey }),
    ...(options.chat && { chatKeyFor: options.chat.keyFor }),
  })
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
  if (options.controlledByStdin) controlByStdin(composed, { write, end })
  const { tokenFor } = composed
  await addServers(composed, options, tokenFor)
  const hasServicesFile = options.services !== undefined
  const drainQueue = createHeadlessQueueDrain({
    ...{ composed, profile, tokenFor, serviceSecrets, hasServicesFile, clock: systemClock, log },
  })
  await drainQueue()
  instance.onNotify(() => {
    composed.clients.refresh()
    return drainQueue()
  })
  serveXiaozhi(composed, options.xiaozhi)
  await composed.announce()
  reportComposed(composed, options, write)
}

main().catch((error: unknown) => {
  console.error(escapedReason(error instanceof Error ? error : asGatewayError(error)))
  process.exit(exitCodes.usage)
})
