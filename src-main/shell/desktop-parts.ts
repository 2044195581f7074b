/** Desktop parts: what the orders of the owner need from Electron and from this desktop. */
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import { product } from '@contract/product.js'
import { structureKinds } from '@shared/build/structure-file.js'
import { releasePage } from '@shared/program/update.js'
import type { FoundServers } from '@shared/servers/java-server.js'
import { app, clipboard, shell } from 'electron'
import type { Composed } from '../compose/composed.js'
import type { Connections } from '../connect/connections.js'
import type { DesktopParts } from '../owner/orders/orders.js'
import type { GatewayAccess } from '../owner/orders/people.js'
import { installBedrockPack } from '../owner/servers/bedrock-pack.js'
import type { JavaSetUps } from '../owner/servers/java-set-ups.js'
import type { OpenedServices } from '../owner/servers/open-services.js'
import type { DesktopState } from '../owner/table/shapes.js'
import { languageOf } from './system/language.js'
import { hasKeychain } from './system/safe-storage.js'
import type { DesktopShortcuts } from './system/shortcut.js'
import type { Updates } from './updates/updates.js'
import type { ApprovalWindow } from './windows/approval-window.js'
import type { CloseAndQuit } from './windows/close-and-quit.js'
import { chooseFile, chooseFolder, chooseNewFile } from './windows/dialogs.js'
import { openOutside, openSignInPage, showAgentGuide } from './windows/outside.js'
import type { StreamSwitchResult } from './windows/stream-switch.js'

export interface DesktopPartsSources {
  readonly composed: Composed
  readonly javaSetUps: JavaSetUps
  readonly searchServers: () => FoundServers
  readonly connections: Connections
  readonly services: OpenedServices
  readonly crash: DesktopParts['crash']
  readonly updates: Updates
  readonly isFirstRun: () => boolean
  /** Folder of the built programs. */
  readonly dist: string
  readonly popUp: ApprovalWindow
  readonly shortcuts: DesktopShortcuts
  readonly closeAndQuit: CloseAndQuit
  readonly startAtLogin: (on: boolean) => void
  /** Whether the window may order this change. */
  readonly isSettingsChange: (change: unknown) => boolean
  readonly desktopState: () => DesktopState
  readonly switchStream: (on: boolean) => Promise<StreamSwitchResult>
  readonly gateways: GatewayAccess
}

export function desktopParts(sources: DesktopPartsSources): DesktopParts {
  const { composed, services, dist, shortcuts, closeAndQuit, desktopState } = sources
  const { settings, httpListener, portTaken } = composed
  return {
    popUp: sources.popUp,
    panicKeys: () => shortcuts.stop.keys,
    connections: sources.connections,
    crash: sources.crash,
    updates: sources.updates,
    gateways: sources.gateways,
    copy: async (text) => clipboard.writeText(text),
    openAddress: (href) => shell.openExternal(href),
    openReleases: () => openOutside(releasePage ?? '', shell.openExternal),
    switchStream: sources.switchStream,
    chooseStructure: () => chooseFile('Minecraft', [...structureKinds]),
    chooseReport: (format) => chooseNewFile(`gatehouse-report.${format}`),
    chooseAuditFile: (format) => chooseNewFile(`gatehouse-audit.${format}`),
    settingsTransfer: {
      chooseNew: () => chooseNewFile('gatehouse-settings.json'),
      chooseExisting: () => chooseFile('JSON', ['json']),
      isChange: sources.isSettingsChange,
    },
    java: {
      search: sources.searchServers,
      chooseFolder,
      setUps: sources.javaSetUps,
    },
    installPack: () =>
      installBedrockPack({
        source: path.join(dist, 'gatehouse.mcpack'),
        folder: path.join(app.getPath('userData'), 'behavior-pack'),
        open: (file) => shell.openPath(file),
        showInFolder: (file) => shell.showItemInFolder(file),
      }),
    services: {
      imports: services.imports,
      chooseFile: () => chooseFile('JSON', ['json']),
      chooseModule: () => chooseFile('JavaScript', ['js', 'mjs', 'cjs']),
      openPage: (address) => openSignInPage(address, shell.openExternal),
    },
    desktop: {
      state: desktopState,
      startAtLogin: sources.startAtLogin,
      quit: () => closeAndQuit.quit(),
      leave: (answer) => closeAndQuit.answer(answer),
      showDocuments: () => showDocuments(documentsFolder(dist)),
      showAgentGuide: () => showAgentGuide({ file: agentGuideFile(dist), openFile: shell.openPath }),
    },
    app: {
      info: () => ({
        version: product.version,
        language: languageOf(settings.get(), app.getLocale()),
        firstRun: sources.isFirstRun(),
        endpoint: `${httpListener.endpoint}/mcp`,
        port: Number(new URL(httpListener.endpoint).port),
        ...(portTaken !== undefined && { portTaken }),
        canHideFromCapture: process.platform !== 'linux',
        hasKeychain: hasKeychain(),
      }),
      showFile: (file) => shell.showItemInFolder(file),
    },
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
