import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/sdk/client/stdio.js'
import { resolveElectron, sandboxArguments } from '../../scripts/electron/resolve.mjs'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { callTool, connectClient, root } from '../fixtures/programs.js'
import { isAlive, until } from '../fixtures/until.js'
import {
  expect,
  isPopUpVisible,
  launch,
  type Program,
  patienceMs,
  start,
  test,
  usedProfile,
  watchLock,
} from './program.js'
import { violations } from './violations.js'

declare const gatehouse: GatehouseApi

const rejected = { success: false, error: { code: 'E_RISK_APPROVAL_REJECTED' } }
const setTime = (client: Client) => callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
const approveButton = ({ popUp }: Program) => popUp.getByRole('button', { name: 'Approve once' })

test('the keyboard denies with one key and never approves with one', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { client } = await connectClient(cleanUp, program.profile)
  const answer = setTime(client)
  await expect(approveButton(program)).toBeEnabled()
  await program.popUp.keyboard.press('Enter')
  await program.popUp.keyboard.press('Space')
  await program.popUp.keyboard.press('y')
  await expect(approveButton(program)).toBeVisible()
  await program.popUp.keyboard.press('Escape')
  expect(await answer).toMatchObject(rejected)
  await expect.poll(() => isPopUpVisible(program)).toBe(false)
})

// verifies: invariant 2
test('closing the pop-up denies', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { client } = await connectClient(cleanUp, program.profile)
  const answer = setTime(client)
  await expect(approveButton(program)).toBeVisible()
  await program.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().includes('approval'))
      ?.close(),
  )
  expect(await answer).toMatchObject(rejected)
})

test('quitting denies what is open', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { client } = await connectClient(cleanUp, program.profile)
  const answer = setTime(client).then(
    (envelope) => envelope.success,
    () => 'the gateway is gone',
  )
  await expect(approveButton(program)).toBeVisible()
  await program.electron.close()
  expect(await answer).not.toBe(true)
})

test('a pop-up that crashes denies, and the next request opens a new one', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { client } = await connectClient(cleanUp, program.profile)
  const answer = setTime(client)
  await expect(approveButton(program)).toBeVisible()
  await program.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().includes('approval'))
      ?.webContents.forcefullyCrashRenderer(),
  )
  expect(await answer).toMatchObject(rejected)

  const next = setTime(client)
  // The page is reloading and may never answer a script that is sent too early: retry without waiting for the response.
  const approve = () =>
    program.electron.evaluate(({ BrowserWindow }) => {
      const script = `[...document.querySelectorAll('button:enabled')].find((button) => button.textContent === 'Approve once')?.click()`
      const popUp = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().includes('approval'))
      popUp?.webContents.executeJavaScript(script).catch(() => {})
    })
  await until(async () => {
    await approve()
    return (await Promise.race([next.then(() => 'answered'), pause(200)])) === 'answered'
  })
  expect(await next).toMatchObject({ success: true })
})

test('Approve waits a second again when the pop-up regains focus', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { client } = await connectClient(cleanUp, program.profile)
  const answer = setTime(client)
  await expect(approveButton(program)).toBeEnabled()
  const locked = await watchLock(program.popUp, 'Approve')
  await program.popUp.evaluate(() => globalThis.dispatchEvent(new Event('focus')))
  await locked()
  await expect(approveButton(program)).toBeEnabled()
  await approveButton(program).click()
  expect(await answer).toMatchObject({ success: true })
})

test('Approve is disabled until the pop-up has focus, and an off-screen pop-up returns when it is opened', async ({
  cleanUp,
}) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { popUp, electron, window } = program
  await popUp.evaluate(() => {
    document.hasFocus = () => false
    globalThis.dispatchEvent(new Event('blur'))
  })
  const { client } = await connectClient(cleanUp, program.profile)
  const answer = setTime(client)
  const locked = popUp.getByRole('button', { name: 'Click to unlock' })
  await expect(locked).toBeDisabled()
  await expect(popUp.getByText('Click here first. Approve unlocks one second later.')).toBeVisible()

  const isInSight = () =>
    electron.evaluate(({ BrowserWindow, screen }) => {
      const shown = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().includes('approval'))
      if (!shown) return false
      const { x, y, width, height } = shown.getBounds()
      const area = screen.getDisplayMatching(shown.getBounds()).workArea
      return x >= area.x && y >= area.y && x + width <= area.x + area.width && y + height <= area.y + area.height
    })
  await electron.evaluate(({ BrowserWindow, screen }) => {
    const { workArea } = screen.getPrimaryDisplay()
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().includes('approval'))
      ?.setPosition(workArea.x + workArea.width - 60, workArea.y + workArea.height - 40)
  })
  await expect.poll(isInSight).toBe(false)
  await window.getByRole('button', { name: 'Review' }).first().click()
  await expect.poll(isInSight).toBe(true)

  const stillLocked = await watchLock(popUp, 'Approve')
  await popUp.getByRole('heading', { name: /Set the time/u }).click()
  await stillLocked()
  await approveButton(program).click()
  expect(await answer).toMatchObject({ success: true })
})

test('closing the window keeps the program running with one note, and a second start opens the window again', async ({
  cleanUp,
}) => {
  // A desktop without a session bus has no tray, so that a hidden window could not be found again.
  const program = await launch(cleanUp, ['--simulator'], usedProfile(cleanUp), {
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  })
  const { window, electron } = program
  const windowIsVisible = () =>
    program.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().some(
        (window) => window.webContents.getURL().includes('index') && window.isVisible(),
      ),
    )
  const closeWindow = () =>
    electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL().includes('index'))
        ?.close(),
    )
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible()
  await closeWindow()
  const explained = window.getByRole('dialog', { name: 'Gatehouse keeps running in the background' })
  if (process.platform === 'linux') {
    await expect(explained).toContainText('This system shows no tray icons')
    // Without a window manager the window is hidden instead of minimized.
    await electron.evaluate(({ BrowserWindow }) => {
      const shown = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().includes('index'))
      if (shown) shown.minimize = () => shown.hide()
    })
  }
  expect(await violations(window)).toEqual([])
  await window.keyboard.press('Escape')
  await expect(explained).toBeHidden()
  expect(await windowIsVisible()).toBe(true)
  await closeWindow()
  await explained.getByRole('button', { name: 'Keep running' }).click()
  await expect.poll(windowIsVisible).toBe(false)
  const { executable } = await resolveElectron({ say: () => {} })
  const start = async (...args: string[]) => {
    const all = [...sandboxArguments(), root, '--profile', program.profile, ...args]
    const [code] = await once(spawn(executable, all, { stdio: 'ignore' }), 'exit')
    return code
  }
  expect(await start('--hidden')).toBe(0)
  expect(await windowIsVisible()).toBe(false)
  expect(await start()).toBe(0)
  await expect.poll(windowIsVisible).toBe(true)
  await closeWindow()
  await expect.poll(windowIsVisible).toBe(false)
  await expect(explained).toBeHidden()
})

test('quitting while the program still loads is no crash', async ({ cleanUp }) => {
  const profile = usedProfile(cleanUp)
  const electron = await start(cleanUp, [], profile)
  const ended = electron.waitForEvent('close', { timeout: patienceMs })
  await electron.evaluate(({ app }) => {
    app.once('browser-window-created', () => setImmediate(() => app.quit()))
    if (app.isReady()) app.quit()
  })
  await ended
  const { window } = await launch(cleanUp, [], profile)
  await expect(window.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await expect(window.getByText('Gatehouse did not quit properly last time')).toBeHidden()
})

test('quitting by its shortcut first shows what ends', async ({ cleanUp }, testInfo) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window, electron } = program
  const { client } = await connectClient(cleanUp, program.profile)
  const answer = setTime(client).then(
    (envelope) => envelope.success,
    () => 'the gateway is gone',
  )
  await expect(approveButton(program)).toBeVisible()
  await window.keyboard.press('ControlOrMeta+q')
  const asked = window.getByRole('dialog', { name: 'Quit Gatehouse?' })
  await expect(asked).toContainText('1 waiting request will be denied.')
  await expect(asked).toContainText('1 AI client will disconnect.')
  await window.screenshot({ path: testInfo.outputPath('quit.png') })
  await window.keyboard.press('Enter')
  await expect(asked).toBeHidden()
  await window.getByRole('button', { name: 'Help' }).click()
  const help = window.getByRole('dialog', { name: 'Help' })
  await expect(help).toContainText('Asks you, and you type the name.')
  await expect(help).toContainText('gatehouse.log')
  await window.screenshot({ path: testInfo.outputPath('help.png') })
  await help.getByRole('button', { name: 'Quit Gatehouse' }).click()
  const closed = electron.waitForEvent('close', { timeout: patienceMs })
  await asked.getByRole('button', { name: 'Quit', exact: true }).click()
  await closed
  expect(await answer).not.toBe(true)
})

test('the settings offered for an AI client start the program when it does not run', async ({ cleanUp }) => {
  const program = await launch(cleanUp)
  const guide = await program.window.evaluate(async () => {
    await gatehouse.request('connect:copy', { program: 'claude-desktop', recipe: 0 })
    return gatehouse.request('connect:guide', { program: 'claude-desktop' })
  })
  const offered = guide.ok ? (guide.value.recipes[0]?.text ?? '') : guide.error.message
  await program.window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
  await program.window.getByRole('button', { name: 'Add the demo world' }).first().click()
  await expect(program.window.getByText('Demo world').first()).toBeVisible()
  await program.electron.close()

  const { mcpServers } = JSON.parse(offered) as { mcpServers: { gatehouse: StdioServerParameters } }
  const client = cleanUp.add(new Client({ name: 'newcomer', version: '1.0.0' }), (open) => open.close())
  await client.connect(new StdioClientTransport({ ...mcpServers.gatehouse, stderr: 'ignore' }))
  const endpoint = path.join(program.profile, 'gateway.json')
  await until(() => existsSync(endpoint))
  const { pid } = JSON.parse(readFileSync(endpoint, 'utf8')) as { pid: number }
  cleanUp.add(pid, async (started) => {
    process.kill(started)
    await until(() => !isAlive(started))
  })
  await until(async () => (await client.listTools()).tools.some(({ name }) => name === 'world_time_get'))
})

test('an unreachable or invalid server is reported with a plain message', async ({ cleanUp }, testInfo) => {
  const { window } = await launch(cleanUp)
  await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
  const add = async (name: string, address: string) => {
    await window.getByRole('button', { name: 'Add a server' }).first().click()
    await window.getByRole('button', { name: 'For developers' }).click()
    await window.getByLabel('Name').fill(name)
    await window.getByLabel('Address').fill(address)
    await window.getByLabel('Token').fill('secret')
    await window.getByRole('button', { name: /^Add/ }).last().click()
  }
  await add('Nowhere', 'ws://127.0.0.1:9')
  await expect(window.getByText('It was not added.')).toBeVisible()
  await window.getByRole('button', { name: 'Add it anyway' }).click()
  await expect(window.getByText('offline').first()).toBeVisible()
  await window.screenshot({ path: testInfo.outputPath('offline.png') })
})
