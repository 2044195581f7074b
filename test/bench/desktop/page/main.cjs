/**
 * The floor of our window: Electron with our page alone. A fake bridge in the page answers at once; there is no gateway.
 *
 * BENCH_PAGES is the folder of the built pages, BENCH_PRELOAD the bundled fake bridge.
 */
const { readFile } = require('node:fs/promises')
const path = require('node:path')
const { app, BrowserWindow, protocol } = require('electron')

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
])
app.whenReady().then(() => {
  protocol.handle('app', async ({ url }) => {
    const { pathname } = new URL(url)
    const body = await readFile(path.join(process.env.BENCH_PAGES, pathname))
    return new Response(body, { headers: { 'content-type': types[path.extname(pathname)] ?? 'text/plain' } })
  })
  const webPreferences = { preload: process.env.BENCH_PRELOAD, contextIsolation: false }
  const window = new BrowserWindow({ width: 1120, height: 720, webPreferences })
  window.loadURL('app://gatehouse/index.html?fake=empty')
})
