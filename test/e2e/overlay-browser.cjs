/** A browser window that opens one page, as a browser source does. */
const { app, BrowserWindow } = require('electron')

const url = process.argv.at(-1)

app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 720, webPreferences: { sandbox: true } })
  return window.loadURL(url)
})
