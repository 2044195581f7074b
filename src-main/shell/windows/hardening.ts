/** Hardening: disables features that the pages do not need, following Electron's security checklist. */
import { app, type BrowserWindowConstructorOptions, type Session, session } from 'electron'

/** For every window; a window adds only its preload. */
export const webPreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const satisfies BrowserWindowConstructorOptions['webPreferences']

const debugSwitches = ['remote-debugging-port', 'remote-debugging-pipe']

/** @throws Error when an installed program is started for debugging, which gives access to its pages */
export function refuseDebugging(): void {
  if (app.isPackaged && debugSwitches.some((name) => app.commandLine.hasSwitch(name)))
    throw new Error('Debugging is off.')
}

/** For every renderer, also one that no `webPreferences` describe. Before Electron is ready. */
export function enableSandbox(): void {
  // The start script passes it to root, whose pages Chromium cannot start in its sandbox.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
}

/** Refuses navigation, new windows, embedded pages and WebRTC. */
export function hardenContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    // A content policy does not cover WebRTC: it would carry data out of a page.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/** An unused address. Pages are served by this program, so all their network requests must fail. */
const deadProxy = {
  mode: 'fixed_servers',
  proxyRules: 'socks5://127.0.0.1:1',
  proxyBypassRules: '<-loopback>',
} as const

/** Refuses every permission, download and network request. Must resolve before a page is loaded. */
export async function hardenSession(target: Session = session.defaultSession): Promise<void> {
  target.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  target.setPermissionCheckHandler(() => false)
  target.setDevicePermissionHandler(() => false)
  target.on('will-download', (event) => event.preventDefault())
  target.setSpellCheckerLanguages([])
  await target.setProxy(deadProxy)
}
