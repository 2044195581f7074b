/** Gatehouse without a desktop: for servers that have none, and for tests. One JSON object a line on stdout. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import { escapedJson, escapedReason, escapedText } from '@contract/text/escaped-text.js'
import { serverIdOfAddress } from '@shared/servers/address-id.js'
import { compose } from './compose/compose.js'
import { createServiceCommands } from './compose/service-commands.js'
import { ServiceRepository } from './compose/service-repository.js'
import { serviceSecretPrefix } from './connect/import/service-imports.js'
import type { SecretStore } from './gateway/ports/client-access.js'
import { controlBy } from './headless/control.js'
import { firstLine } from './headless/first-line.js'
import { parseOptions, usage } from './headless/options.js'
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
import { createQueueDrain } from './storage/command-queue.js'
import { openLog } from './storage/file-log.js'
import { openProfile } from './storage/profile.js'
import { isTaken, takeProfile } from './storage/single-instance.js'
import { systemClock } from './storage/system-clock.js'

const exitCodes = { usage: 2, taken: 3 }

const write = (line: ReportLine): void => void process.stdout.write(`${escapedJson(line)}\n`)

const belongsToTheDesktop = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'This server was added in the tray program, which keeps its token.',
  suggestion: 'Stop this program, start the tray program, and remove the server there.',
})

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage)
  const args = process.argv.slice(2)
  const options = parseOptions(args, {
    environment: process.env,
    warn: (line) => console.error(escapedText(line)),
    ...(args.includes('--secrets-stdin') && { line: await firstLine(process.stdin) }),
  })
  const profile = openProfile(options.profile)
  const instance = await takeProfile(profile, false)
  if (isTaken(instance)) {
    console.error(escapedText(`Gatehouse is already running with the profile ${profile}.`))
    process.exitCode = exitCodes.taken
    return
  }
  const { release, onNotify } = instance
  const log = openLog(profile, process.stderr)
  const { bedrockKey: key } = options
  // There is no credential store here: keys are only kept in memory.
  const handedOver = new Map<string, string>()
  const serviceSecrets: SecretStore = {
    get: (name) => handedOver.get(name),
    set(name, secret) {
      handedOver.set(name, secret)
      return false
    },
    delete: (name) => void handedOver.delete(name),
  }
  const composed = await compose({
    ...options,
    serviceSecretOf: (name) => handedOver.get(serviceSecretPrefix + name),
    ...(key !== undefined && { connectionKey: key }),
    profile,
    log,
    ...(options.chat && { chatKeyFor: options.chat.keyFor }),
  })
  const {
    gateway,
    agents,
    javaServers,
    bedrock,
    settings,
    clients,
    consents,
    audit,
    httpListener,
    token,
    addDemoWorld,
    announce,
    stop,
  } = composed

  const chosen = {
    ...options.chosen,
    ...(options.chat && { chat: { ...settings.get().chat, ...options.chat.settings } }),
  }
  if (Object.keys(chosen).length > 0 && !settings.change(chosen)) {
    await stop()
    release()
    throw new GatewayError(settings.isUnwritable ? 'SYSTEM.SETTINGS_UNWRITABLE' : 'PROTOCOL.INVALID_REQUEST')
  }

  let stopping = false
  async function end(): Promise<void> {
    if (stopping) return
    stopping = true
    await stop()
    release()
    process.exit(0)
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
  // Windows has no such signal. The signal turns the emergency stop on, never off.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => gateway.panic.turnOn('signal:SIGUSR1'))
  process.stdout.on('error', () => void end())

  if (options.controlledByStdin) {
    const onFailure = (error: Parameters<typeof failureLine>[0]) => write(failureLine(error))
    controlBy({
      input: process.stdin,
      approvals: gateway.approvals,
      consents,
      trust: gateway.trust,
      panic: gateway.panic,
      askingPauses: gateway.askingPauses,
      undo: gateway.undo,
      onUndo: (result) => write(undoLine(result)),
      trustCertificate: (id, fingerprint) => agents.trust(id, fingerprint),
      acceptGame: (id) => bedrock.provider.acceptIfWaiting(id),
      onFailure,
      onEnd: () => void end(),
    })
  }
  if (options.simulator) await addDemoWorld()
  for (const agent of options.agents) {
    gateway.trust.trustServer(agent.id)
    agents.add({ ...agent, kind: 'agent' })
    // Adding a server reads its last offer from disk, so each server gets its own turn of the event loop.
    await nextTurn()
  }
  if (options.java) {
    gateway.trust.trustServer(options.java.id)
    javaServers.add(options.java)
  }
  // There is no credential store here: tokens are only kept in memory.
  const drainQueue = createQueueDrain(profile, log, {
    withoutWindow: true,
    add({ management, confirmedPublic, ...server }) {
      const id = serverIdOfAddress(server.address)
      composed.servers.remove(id)
      composed.servers.add({
        ...server,
        id,
        ...(management && { management: { address: management.address }, managementSecret: management.secret }),
        ...(confirmedPublic && { plainTextConfirmed: confirmedPublic }),
      })
      return false
    },
    async remove(id) {
      if (settings.get().servers.some((server) => server.id === id)) throw belongsToTheDesktop
      composed.servers.remove(id)
    },
    removeBackup: composed.removeBackup,
    service: createServiceCommands({
      repository: new ServiceRepository({
        ...{ store: composed.services.store, services: composed.services.services, secrets: serviceSecrets },
        now: () => systemClock.now(),
        named: options.services !== undefined,
      }),
      ...{ clock: systemClock, log },
    }),
  })
  await drainQueue()
  onNotify(() => {
    clients.refresh()
    return drainQueue()
  })
  if (options.xiaozhi.length > 0) {
    composed.xiaozhi.serve(
      'command-line',
      options.xiaozhi.map((address) => ({ address })),
    )
  }
  await announce()
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
  reportOnXiaozhi(composed.xiaozhi, write)
  reportOnBedrock(
    bedrock.provider,
    options.bedrockKey === undefined ? () => gateway.logins.connectionKey : undefined,
    write,
  )
}

main().catch((error: unknown) => {
  console.error(escapedReason(error instanceof Error ? error : asGatewayError(error)))
  process.exit(exitCodes.usage)
})
