/** Hardening: what no page of ours ever needs is off. Electron's security checklist. */
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

/** Refuses navigation, new windows, embedded pages and connections between browsers wherever they come from. */
export function hardenContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    // A content policy says nothing of these connections: they would carry data out of a page.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/** Where nobody listens. Pages come from this program, so whatever a page sends to a network is lost there. */
const deadProxy = {
  mode: 'fixed_servers',
  proxyRules: 'socks5://127.0.0.1:1',
  proxyBypassRules: '<-loopback>',
} as const

/** Refuses every permission, every download and the network. Resolves before a page may be loaded. */
export async function hardenSession(target: Session = session.defaultSession): Promise<void> {
  target.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  target.setPermissionCheckHandler(() => false)
  target.setDevicePermissionHandler(() => false)
  target.on('will-download', (event) => event.preventDefault())
  target.setSpellCheckerLanguages([])
  await target.setProxy(deadProxy)
}
