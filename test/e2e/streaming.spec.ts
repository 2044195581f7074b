import path from 'node:path'
import type { Page } from '@playwright/test'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { freePort } from '../fixtures/free-port.mjs'
import { callTool, connectClient } from '../fixtures/programs.js'
import { browse } from './browser.js'
import { expect, launch, settingsOf, test } from './program.js'
import { violations } from './violations.js'

declare const gatehouse: GatehouseApi

/** Texts that no screen may show; addresses of this computer are addresses too. */
const hidden = /Steve|71[.,]25(?!\d)|(?<!\d)5[.,]75(?!\d)|203\.0\.113|127\.0\.0\.1:\d/u
const { PICTURES: pictures } = process.env

test('a streamer redacts private data, and shows the audience what the AI does', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window, popUp, electron, profile } = program
  const change = (part: object) =>
    window.evaluate((given) => gatehouse.request('settings:change', given as never), part as never)
  const port = await freePort()
  await change({ overlay: { ...(await settingsOf(window)).overlay, port } })

  await window.getByRole('button', { name: 'Settings' }).click()
  await window.getByRole('button', { name: 'Streaming' }).click()
  await window.getByRole('textbox', { name: 'Name', exact: true }).fill('Steve')
  await window.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(window.getByRole('button', { name: 'Remove Steve' })).toBeVisible()
  await window.getByRole('group', { name: 'Overlay for OBS' }).getByText('On').click()
  await expect(window.getByText(`http://127.0.0.1:${port}/overlay`)).toBeVisible()
  await expect(window.locator('.overlay-preview .overlay-card').first()).toBeVisible()
  await window.getByLabel('Position').selectOption('top-right')
  await expect(window.locator('.overlay-preview .overlay')).toHaveAttribute('data-position', 'top-right')
  await window.getByRole('button', { name: 'Copy address' }).click()
  await expect(window.getByRole('button', { name: 'Copied' })).toBeVisible()
  const address = await electron.evaluate(({ clipboard }) => clipboard.readText())
  expect(await window.locator('body').innerText()).not.toContain(address.split('#key=')[1])

  const overlay = await browse(cleanUp, 'overlay-browser.cjs', [address])
  await expect(window.getByText('1 source is connected.')).toBeVisible()
  await expect(overlay).not.toHaveURL(/#/u)

  const safe = window.getByRole('switch', { name: 'Stream-safe' })
  await safe.click()
  await expect(safe).toBeChecked()
  await expect(window.getByRole('button', { name: 'Remove ‹Player A›' })).toBeVisible()
  expect(await violations(window)).toEqual([])
  await change({ streamNames: ['‹Player A›', 'Alex'] })

  const { client } = await connectClient(cleanUp, profile)
  const location = { world: 'world', x: 71.25, y: 64, z: -5.75 }
  await callTool(client, 'player_teleport', { playerName: 'Steve', location })
  const reason = 'Steve asked for it at 71.25, 64, -5.75 on 203.0.113.77.'
  const asked = callTool(client, 'world_time_set', { worldName: 'world', time: 13_000, reason })
  await expect(popUp.getByRole('alertdialog')).toContainText('Player A')
  await expect(overlay.getByText('Waiting for the streamer')).toBeVisible()
  expect(await popUp.locator('body').innerText()).not.toMatch(hidden)
  await expect(popUp.getByRole('button', { name: 'Approve once' })).toBeEnabled()
  expect(await violations(popUp)).toEqual([])
  if (pictures) await overlay.screenshot({ path: path.join(pictures, 'overlay-waiting.png') })
  if (pictures) await popUp.screenshot({ path: path.join(pictures, 'pop-up-redacted-real.png') })
  await popUp.getByRole('button', { name: 'Hold to show' }).dispatchEvent('pointerdown')
  await expect(popUp.getByRole('blockquote')).toContainText('Steve asked for it at 71.25')
  await popUp.evaluate(() => globalThis.dispatchEvent(new PointerEvent('pointerup')))
  await expect(popUp.getByRole('blockquote')).not.toContainText('Steve')
  await popUp.getByRole('button', { name: 'Approve once' }).click()
  await asked
  await expect(overlay.getByText(/Approved and done|Failed/u)).toBeVisible()

  const hiding = callTool(client, 'player_kick', { playerName: 'Steve', reason: 'Griefed the home of Steve' })
  await expect(popUp.locator('#standing')).toHaveText('Hold to show what is hidden, then approve.')
  await expect(popUp.locator('.pop-up-approve')).toBeDisabled()
  await popUp.getByRole('button', { name: 'Hold to show' }).dispatchEvent('pointerdown')
  await expect(popUp.locator('.json-view').first()).toContainText('home of Steve')
  await popUp.evaluate(() => globalThis.dispatchEvent(new PointerEvent('pointerup')))
  await expect(popUp.locator('.json-view').first()).not.toContainText('Steve')
  await popUp.locator('.pop-up-approve').click()
  await hiding

  const banned = callTool(client, 'player_ban', { playerName: 'Steve', reason: 'Griefing' })
  const typed = popUp.locator('.pop-up-typed input')
  await expect(typed).toHaveAttribute('type', 'password')
  expect(await popUp.evaluate(() => document.documentElement.outerHTML)).not.toMatch(hidden)
  await typed.fill('Steve')
  await popUp.locator('.pop-up-approve').click()
  expect(await banned).toMatchObject({ success: true })

  const links = await window.locator('.rail-link').all()
  expect(links).toHaveLength(8)
  for (const link of links) {
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(window.locator('.failed-screen')).toHaveCount(0)
    const seen = await window.evaluate(() => document.documentElement.outerHTML)
    expect(seen).not.toMatch(hidden)
  }
  expect(await overlay.locator('body').innerText()).not.toMatch(hidden)

  await change({ language: 'zh', theme: 'dark' })
  await window.getByRole('button', { name: '设置', exact: true }).click()
  expect(await violations(window)).toEqual([])
  await window.evaluate(() => gatehouse.request('panic:on', undefined))
  await expect(overlay.getByText('AI 访问已暂停')).toBeVisible()
  if (pictures) await overlay.screenshot({ path: path.join(pictures, 'overlay-paused.png') })
  await electron.close()
  await expect(overlay.getByText('AI 访问已暂停')).toBeHidden()
})

test('nothing unredacted is drawn after stream-safe mode is switched on, and typed text is not lost unasked', async ({
  cleanUp,
}) => {
  const { window, popUp, electron, profile } = await launch(cleanUp, ['--simulator'])
  const chooseAtDialog = (response: number) =>
    electron.evaluate(({ dialog }, chosen) => {
      dialog.showMessageBox = async () => ({ response: chosen, checkboxChecked: false })
    }, response)
  await window.evaluate(() => gatehouse.request('settings:change', { streamNames: ['Steve'] }))
  await window.getByRole('button', { name: 'Servers' }).click()
  await window.getByRole('button', { name: 'Add a server' }).click()
  await window.getByRole('button', { name: 'For developers' }).click()
  const field = (label: string) => window.getByLabel(label, { exact: true })
  await field('Name').fill('Home of Steve')
  await field('Address').fill('ws://203.0.113.77:8765')
  const safe = window.getByRole('switch', { name: 'Stream-safe' })

  await chooseAtDialog(1)
  await safe.click()
  await expect(field('Address')).toHaveValue('ws://203.0.113.77:8765')
  await expect(safe).not.toBeChecked()

  const { client } = await connectClient(cleanUp, profile)
  const asked = callTool(client, 'world_time_set', { worldName: 'world', time: 13_000, reason: 'Steve asked for it.' })
  await expect(popUp.getByRole('alertdialog')).toContainText('Steve')

  for (const page of [window, popUp]) await recordFrames(page)
  await chooseAtDialog(0)
  await safe.click()
  await expect(safe).toBeChecked()
  await expect(window.getByRole('heading', { level: 1, name: 'Servers' })).toBeVisible()
  await expect(popUp.getByRole('alertdialog')).toContainText('Player A')
  for (const page of [window, popUp]) {
    const frames = await page.evaluate(() => JSON.parse(sessionStorage.getItem('frames') ?? '[]') as string[])
    expect(frames.length).toBeGreaterThan(0)
    expect(frames.filter((frame) => hidden.test(frame))).toEqual([])
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toMatch(hidden)
  }

  // It is the same request, which must be read again.
  await safe.click()
  await expect(popUp.getByRole('alertdialog')).toContainText('Steve')
  await popUp.getByRole('button', { name: 'Approve once' }).click()
  expect(await asked).toMatchObject({ success: true })
})

/** Records what is visible in each frame that the page draws once the program has switched the mode. */
const recordFrames = (page: Page) =>
  page.evaluate(() => {
    const frames: string[] = []
    const record = () => {
      const typed = [...document.querySelectorAll('input')].map(({ value }) => value)
      frames.push(document.documentElement.checkVisibility() ? [document.body.innerText, ...typed].join(' ') : '')
      sessionStorage.setItem('frames', JSON.stringify(frames))
      requestAnimationFrame(record)
    }
    gatehouse.subscribe('settings:changed', ({ settings }) => {
      if (settings.streamSafe) record()
    })
  })
