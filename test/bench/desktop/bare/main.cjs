/** The floor: Electron with one window and one line of text. */
const path = require('node:path')
const { app, BrowserWindow } = require('electron')

app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1120, height: 720 })
  window.loadFile(path.join(__dirname, 'bare.html'))
})
