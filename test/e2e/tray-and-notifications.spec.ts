import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { Desktop } from '../fixtures/desktop/desktop.js'
import { hasDBus } from '../fixtures/desktop/session-bus.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { expect, isPopUpVisible, launch, settingsOf, test, usedProfile } from './program.js'
import { violations } from './violations.js'

declare const gatehouse: GatehouseApi

test('the tray and the notifications say what happens, and a click leads there', async ({ cleanUp }) => {
  // biome-ignore lint/suspicious/noSkippedTests: not every machine has a session bus to run this on.
  test.skip(!hasDBus(), 'There is no dbus-daemon here, and without a session bus no tray and no notifications.')
  const desktop = await Desktop.start(cleanUp)
  const program = await launch(cleanUp, ['--simulator'], usedProfile(cleanUp), desktop.environment)
  const { window, popUp, profile, electron } = program
  const { client } = await connectClient(cleanUp, profile)
  const setTime = () => callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
  const labels = async () => (await desktop.menu()).map(({ label }) => label)
  const titles = () => desktop.shown.map(({ title }) => title)
  const isWindowVisible = () =>
    electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().some((one) => one.webContents.getURL().includes('index') && one.isVisible()),
    )
  const closeWindow = () =>
    electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL().includes('index'))
        ?.close(),
    )

  // Xvfb may not deliver the keys; the test checks only that they are registered.
  await expect
    .poll(() => electron.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('CommandOrControl+Alt+Shift+G')))
    .toBe(true)
  await expect.poll(() => desktop.hasTray).toBe(true)
  await expect.poll(() => desktop.toolTip()).toBe('Gatehouse: 1 server connected')
  await expect
    .poll(labels)
    .toEqual(
      expect.arrayContaining(['Open Gatehouse', 'No requests waiting', 'Pause all AI', 'Demo world · connected']),
    )
  await expect.poll(async () => (await desktop.iconSizes()).length).toBeGreaterThan(0)

  // What only counts is shown as a notification; the tray names it and opens it.
  await window.evaluate(() => gatehouse.request('settings:change', { popUp: 'count' }))
  const first = setTime()
  await expect.poll(titles).toHaveLength(1)
  const [question] = desktop.shown
  expect(question?.title).toMatch(/ asks you$/u)
  expect(question?.body).toContain('Demo world')
  expect(question?.buttons.join()).not.toMatch(/approve/iu)
  expect(await isPopUpVisible(program)).toBe(false)
  await expect.poll(() => desktop.toolTip()).toBe('Gatehouse: 1 request waiting')
  await desktop.clickEntry(/: .* · Demo world$/u)
  await expect.poll(() => isPopUpVisible(program)).toBe(true)
  await popUp.getByRole('button', { name: 'Deny' }).click()
  expect(await first).toMatchObject({ success: false })
  await expect.poll(() => desktop.closed).toContain(question?.id)

  const second = callTool(client, 'world_time_set', { worldName: 'world', time: 1_000 })
  await expect.poll(() => desktop.shown.length).toBeGreaterThan(1)
  if (desktop.shown[1]) desktop.click(desktop.shown[1])
  await expect.poll(() => isPopUpVisible(program)).toBe(true)
  await popUp.getByRole('button', { name: 'Deny' }).click()
  await second

  // In Chinese all of it is: what Gatehouse brings has a name there too.
  await window.evaluate(() => gatehouse.request('settings:change', { language: 'zh' }))
  await expect.poll(labels).toContain('演示世界 · 已连接')
  const third = callTool(client, 'world_time_set', { worldName: 'world', time: 6_000 })
  await expect.poll(() => desktop.shown.at(-1)?.body).toBe('演示世界：设置时间。点击查看并决定。')
  await desktop.clickEntry(/：设置时间 · 演示世界$/u)
  await expect(popUp.getByText('演示世界')).toBeVisible()
  await popUp.getByRole('button', { name: '拒绝' }).click()
  await third
  await window.evaluate(() => gatehouse.request('settings:change', { language: 'en' }))
  await expect.poll(labels).toContain('Demo world · connected')

  await window.getByRole('button', { name: 'Pause all AI' }).click()
  await window.getByRole('menuitem', { name: 'For 1 hour' }).click()
  await expect(window.getByRole('button', { name: /^\d+ minutes left$/u })).toBeVisible()
  await expect.poll(() => desktop.toolTip()).toMatch(/^Gatehouse: all AI is paused until \d\d:\d\d$/u)
  await window.getByRole('button', { name: /^\d+ minutes left$/u }).press('Enter')
  await window.getByRole('menuitem', { name: 'Resume' }).press('Enter')
  await expect(window.getByText('AI is paused.')).toBeHidden()

  await desktop.clickEntry('For 15 minutes')
  await expect(window.getByText('AI is paused.')).toBeVisible()
  await expect.poll(() => desktop.toolTip()).toMatch(/^Gatehouse: all AI is paused until \d\d:\d\d$/u)
  expect(await setTime()).toMatchObject({ success: false, error: { code: 'E_RISK_OPERATION_BLOCKED' } })
  await desktop.clickEntry(/^Paused until/u)
  await expect(window.getByText('AI is paused.')).toBeHidden()

  // Closing is explained once, and a server of the tray brings the window back with it.
  const explained = window.getByRole('dialog', { name: 'Gatehouse keeps running in the background' })
  await closeWindow()
  await expect(explained).toContainText('Click its tray icon')
  await window.screenshot({ path: test.info().outputPath('closed.png') })
  await explained.getByRole('button', { name: 'Keep running' }).click()
  await expect.poll(isWindowVisible).toBe(false)
  await desktop.clickEntry(/^Demo world/u)
  await expect.poll(isWindowVisible).toBe(true)
  await expect(window.getByRole('heading', { level: 1, name: 'Servers' })).toBeVisible()
  await closeWindow()
  await expect.poll(isWindowVisible).toBe(false)

  await desktop.clickEntry('Stop everything')
  await expect.poll(titles).toContain('Everything is stopped')
  await expect(explained).toBeHidden()
  await expect.poll(labels).not.toContain('Stop everything')
  const stopped = desktop.shown.at(-1)
  if (stopped) desktop.click(stopped)
  await expect.poll(isWindowVisible).toBe(true)
})

test('the desktop behaviour is set in the settings: at login, over a game, in recordings, at night', async ({
  cleanUp,
}) => {
  const configuration = cleanUp.folder()
  const { window } = await launch(cleanUp, [], usedProfile(cleanUp), { XDG_CONFIG_HOME: configuration })
  const settings = () => settingsOf(window)
  const choose = (group: string, choice: string) =>
    window.getByRole('group', { name: group }).getByText(choice, { exact: true }).click()
  await window.getByRole('button', { name: 'Settings' }).click()

  if (process.platform === 'linux') {
    const entry = path.join(configuration, 'autostart', 'gatehouse.desktop')
    await choose('Start at login', 'On')
    await expect.poll(() => existsSync(entry) && readFileSync(entry, 'utf8')).toMatch(/^Exec=.* --hidden/mu)
    await choose('Start at login', 'Off')
    await expect.poll(() => existsSync(entry)).toBe(false)
  }

  await choose('When a request arrives', 'Only count it')
  await expect.poll(async () => (await settings()).popUp).toBe('count')
  const capture = window.getByRole('group', { name: 'Hide the pop-up from recordings' })
  if (process.platform === 'linux') {
    await expect(capture.getByRole('radio', { name: 'Off' })).toBeChecked()
    await expect(capture.getByRole('radio', { name: 'On' })).toBeDisabled()
    await expect(window.getByText('This system can’t hide a window from recordings')).toBeVisible()
    await expect(window.getByText('This system can’t hide the pop-up')).toBeVisible()
  } else {
    await capture.getByText('Off', { exact: true }).click()
    expect((await settings()).hideFromCapture).toBe(true)
    await window.getByRole('button', { name: 'Change it' }).click()
    await expect.poll(async () => (await settings()).hideFromCapture).toBe(false)
  }
  const keys = window.getByLabel('Shortcut for requests', { exact: true })
  await keys.press('Control+Alt+Shift+P')
  await expect(window.getByText('This shortcut stops everything. Press another one.')).toBeVisible()
  await keys.press('Control+C')
  await expect(window.getByText('The system or other programs use this shortcut.')).toBeVisible()
  await keys.press('Control+Alt+Shift+J')
  await expect(keys).toHaveValue('Ctrl+Alt+Shift+J')
  await expect.poll(async () => (await settings()).questionShortcut).toBe('CommandOrControl+Alt+Shift+J')
  await keys.press('Backspace')
  await expect.poll(async () => (await settings()).questionShortcut).toBe('')
  await window.getByRole('button', { name: /^Restore default, Ctrl\+Alt\+Shift\+G/u }).click()
  await expect.poll(async () => (await settings()).questionShortcut).toBe('CommandOrControl+Alt+Shift+G')

  // A copy that cannot update itself offers neither a switch for it nor a placeholder page.
  await expect(window.getByText('This build has no release page.')).toBeVisible()
  await expect(window.getByRole('group', { name: 'Keep Gatehouse up to date' })).toHaveCount(0)
  await expect(window.getByRole('button', { name: 'Open the release page' })).toHaveCount(0)

  await window.getByLabel('Volume').press('ArrowRight')
  await expect.poll(async () => (await settings()).sounds.volume).toBe(65)
  await choose('Quiet hours', 'On')
  await window.getByLabel('From', { exact: true }).fill('23:30')
  await window.getByRole('group', { name: 'Days' }).getByText('Sun').click()
  await expect
    .poll(async () => (await settings()).quietHours)
    .toMatchObject({ enabled: true, from: '23:30', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'] })
  expect(await violations(window)).toEqual([])

  await window.evaluate(() => gatehouse.request('settings:change', { language: 'zh', theme: 'dark' }))
  await expect(window.getByRole('heading', { name: '安静时段' })).toBeVisible()
  expect(await violations(window)).toEqual([])
})
