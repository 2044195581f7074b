/**
 * Handlers: the handler of each IPC channel.
 *
 * Only connects each request of a page with the part of the program that handles it.
 */
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import { product } from '@contract/product.js'
import { releasePage } from '@shared/program/update.js'
import type { FoundServers } from '@shared/servers/java-server.js'
import { app, clipboard, shell } from 'electron'
import type { Composed } from '../compose/composed.js'
import type { Connections } from '../connect/connections.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import type { Log } from '../gateway/ports/runtime.js'
import { Practice } from '../gateway/practice.js'
import type { ChatView } from '../ipc/chat-view.js'
import { agentGuideHandlers } from '../ipc/handlers/agent-guide.js'
import { appHandlers } from '../ipc/handlers/app.js'
import { approvalHandlers } from '../ipc/handlers/approvals.js'
import { askingHandlers } from '../ipc/handlers/asking.js'
import { auditHandlers } from '../ipc/handlers/audit.js'
import { backupHandlers } from '../ipc/handlers/backups.js'
import { bedrockHandlers } from '../ipc/handlers/bedrock.js'
import { capabilityHandlers } from '../ipc/handlers/capabilities.js'
import { chatHandlers } from '../ipc/handlers/chat.js'
import { clientHandlers } from '../ipc/handlers/clients.js'
import { connectHandlers } from '../ipc/handlers/connect.js'
import { consentHandlers } from '../ipc/handlers/consents.js'
import { type CrashAccess, crashHandlers } from '../ipc/handlers/crash.js'
import { desktopHandlers } from '../ipc/handlers/desktop.js'
import { FreshKey } from '../ipc/handlers/fresh-key.js'
import { gameApprovalHandlers } from '../ipc/handlers/game-approval.js'
import { inputHandlers } from '../ipc/handlers/inputs.js'
import { javaHandlers } from '../ipc/handlers/java.js'
import { liveHandlers } from '../ipc/handlers/live.js'
import { panicHandlers } from '../ipc/handlers/panic.js'
import { peopleHandlers } from '../ipc/handlers/people.js'
import { practiceHandlers } from '../ipc/handlers/practice.js'
import { ruleHandlers } from '../ipc/handlers/rules.js'
import { serverCareHandlers } from '../ipc/handlers/server-care.js'
import { serverHandlers } from '../ipc/handlers/servers.js'
import { serviceHandlers } from '../ipc/handlers/services.js'
import { streamHandlers } from '../ipc/handlers/stream.js'
import { undoHandlers } from '../ipc/handlers/undo.js'
import { updateHandlers } from '../ipc/handlers/updates.js'
import { xiaozhiHandlers } from '../ipc/handlers/xiaozhi.js'
import type { Handlers } from '../ipc/request-handling.js'
import type { ServerUpdates } from '../ipc/server-updates.js'
import type { DesktopState } from '../ipc/shapes.js'
import { systemClock } from '../storage/system-clock.js'
import { installBedrockPack } from './servers/bedrock-pack.js'
import { type JavaSetUps, rconPortsOf } from './servers/java-set-ups.js'
import type { OpenedServices } from './servers/open-services.js'
import type { PersistentServers } from './servers/persistent-servers.js'
import { createServerTrial } from './servers/server-trial.js'
import type { DesktopShortcuts } from './system/desktop-shortcuts.js'
import { createJavaCheck } from './system/java-check.js'
import { languageOf } from './system/language.js'
import type { Updates } from './updates/updates.js'
import type { ApprovalWindow } from './windows/approval-window.js'
import type { CloseAndQuit } from './windows/close-and-quit.js'
import { chooseAuditFile, chooseFile, chooseFolder } from './windows/dialogs.js'
import { openOutside, openSignInPage, showAgentGuide } from './windows/outside.js'
import type { StreamSwitchResult } from './windows/stream-switch.js'

export interface HandlerDependencies {
  readonly composed: Composed
  readonly servers: PersistentServers
  readonly javaSetUps: JavaSetUps
  readonly searchServers: () => FoundServers
  readonly connections: Connections
  readonly services: OpenedServices
  readonly secrets: SecretStore
  readonly crash: Omit<CrashAccess, 'copy'>
  readonly updates: Updates
  readonly isFirstRun: () => boolean
  readonly log: Log
  /** Folder of the built programs. */
  readonly dist: string
  readonly popUp: ApprovalWindow
  readonly shortcuts: DesktopShortcuts
  readonly closeAndQuit: CloseAndQuit
  readonly startAtLogin: (on: boolean) => void
  readonly desktopState: () => DesktopState
  readonly chatView: ChatView
  readonly serverUpdates: ServerUpdates
  readonly switchStream: (on: boolean) => Promise<StreamSwitchResult>
}

export function createHandlers(deps: HandlerDependencies): Handlers {
  const { composed, servers, connections, services, secrets, crash, updates, log, dist, popUp, shortcuts } = deps
  const { closeAndQuit, desktopState, chatView, serverUpdates, switchStream } = deps
  const { gateway, settings, clients, audit, consents, people, stream, overlay } = composed
  const { registry } = gateway
  const freshKey = new FreshKey()
  const copy = async (text: string) => clipboard.writeText(text)
  const serverOf = (id: string) => settings.get().servers.find((server) => server.id === id)
  const { tokenOf, managementSecretOf } = servers.secrets
  const { tokenFor } = servers
  const tryServer = createServerTrial({ schemas: composed.schemas, serverOf, tokenOf, tokenFor })
  const deciding = {
    rules: gateway.rules,
    quorums: () => settings.get(),
    governance: () => settings.get(),
    clock: systemClock,
  }
  const installPack = () =>
    installBedrockPack({
      source: path.join(dist, 'gatehouse.mcpack'),
      folder: path.join(app.getPath('userData'), 'behavior-pack'),
      open: (file) => shell.openPath(file),
      showInFolder: (file) => shell.showItemInFolder(file),
    })
  return {
    ...approvalHandlers(gateway.approvals, popUp),
    ...inputHandlers({ inputs: gateway.inputs, screen: popUp, openAddress: (href) => shell.openExternal(href) }),
    ...serverHandlers(registry, servers, gateway.trust, serverUpdates),
    ...serverCareHandlers({
      registry,
      care: {
        edit: (id, change) => servers.edit(id, change),
        forgetCertificate: (id) => servers.forgetCertificate(id),
        reconnect: (id) => composed.servers.reconnect(id),
        restore: (id) => servers.restore(id),
        try: tryServer,
      },
      history: composed.connectionHistory,
      clients,
      gatehouse: deciding,
    }),
    ...bedrockHandlers({
      setup: () => composed.bedrock.setup(),
      accept: (id) => composed.bedrock.provider.accept(id),
      reject: (id) => composed.bedrock.provider.reject(id),
      ...{ logins: gateway.logins, stream },
      registry,
      installPack,
      copy,
    }),
    ...javaHandlers({
      registry,
      copy,
      search: deps.searchServers,
      chooseFolder,
      setUps: deps.javaSetUps,
      takenPorts: () => rconPortsOf(settings.get().servers),
      check: createJavaCheck({
        ...{ serverOf, managementSecretOf, log },
        passwordOf: tokenOf,
        clock: systemClock,
      }),
    }),
    ...backupHandlers({ ownerCommands: gateway.ownerCommands, backupsOf: (id) => composed.javaServers.backupsOf(id) }),
    ...capabilityHandlers({
      ...composed,
      registry,
      trust: gateway.trust,
      manualCalls: gateway.manualCalls,
      access: () => ({ known: clients.known(), gatehouse: deciding }),
      copy,
    }),
    ...liveHandlers(gateway, stream),
    ...askingHandlers(gateway.askingPauses),
    ...panicHandlers(gateway.panic, () => shortcuts.stop.keys),
    ...desktopHandlers({
      state: desktopState,
      startAtLogin: deps.startAtLogin,
      quit: () => closeAndQuit.quit(),
      leave: (answer) => closeAndQuit.answer(answer),
      showDocuments: () => showDocuments(documentsFolder(dist)),
    }),
    ...clientHandlers(clients, freshKey, copy),
    ...connectHandlers({ connections, connectedClients: () => composed.connectedClients.all(), fresh: freshKey, copy }),
    ...serviceHandlers({
      services: services.repository,
      imports: services.imports,
      chooseFile: () => chooseFile('JSON', ['json']),
      chooseModule: () => chooseFile('JavaScript', ['js', 'mjs', 'cjs']),
      openPage: (address) => openSignInPage(address, shell.openExternal),
    }),
    ...auditHandlers(audit, chooseAuditFile),
    ...consentHandlers(consents, systemClock),
    ...peopleHandlers(people, systemClock),
    ...ruleHandlers(gateway.rules),
    ...undoHandlers(gateway.undo),
    ...practiceHandlers(new Practice(gateway)),
    ...gameApprovalHandlers(composed.gameApprovals),
    ...xiaozhiHandlers(composed.xiaozhi),
    ...chatHandlers(composed.chat, gateway.logins, secrets, { stream, copy, view: chatView }),
    ...streamHandlers({ overlay, approvals: gateway.approvals, secrets, copy, switchStream }),
    ...agentGuideHandlers(() => showAgentGuide({ file: agentGuideFile(dist), openFile: shell.openPath })),
    ...updateHandlers(updates, () => openOutside(releasePage ?? '', shell.openExternal)),
    ...crashHandlers({ ...crash, copy }, systemClock, log),
    ...appHandlers(
      {
        info: () => ({
          version: product.version,
          language: languageOf(settings.get(), app.getLocale()),
          firstRun: deps.isFirstRun(),
          endpoint: `${composed.httpListener.endpoint}/mcp`,
          port: Number(new URL(composed.httpListener.endpoint).port),
          ...(composed.portTaken !== undefined && { portTaken: composed.portTaken }),
          canHideFromCapture: process.platform !== 'linux',
        }),
        showFile: (file) => shell.showItemInFolder(file),
      },
      settings,
    ),
  }
}

/** Folder of the installed documents. */
export const documentsFolder = (dist: string): string =>
  app.isPackaged ? path.join(process.resourcesPath, 'docs') : path.join(dist, '..', 'docs')

const agentGuideFile = (dist: string): string =>
  app.isPackaged
    ? path.join(documentsFolder(dist), 'agent-sdk.md')
    : path.join(dist, '..', 'agents', 'kit', 'sdk', 'README.md')

async function showDocuments(folder: string): Promise<void> {
  const problem = await shell.openPath(folder)
  if (problem !== '') throw new GatewayError('SYSTEM.INTERNAL_ERROR', { message: problem })
}
