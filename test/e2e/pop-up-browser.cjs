/** A window of the size of the pop-up, without the program. The last arguments are the address and the scale of the screen. */
const { app, BrowserWindow } = require('electron')

const [url, scale] = process.argv.slice(-2)
app.commandLine.appendSwitch('force-device-scale-factor', scale)

app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 440,
    height: 640,
    useContentSize: true,
    frame: false,
    webPreferences: { sandbox: true },
  })
  return window.loadURL(url)
})
