import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { until } from '../fixtures/until.js'
import { expect, isPopUpVisible, launch, type Program, test } from './program.js'
import { violations } from './violations.js'

declare const gatehouse: GatehouseApi

const logOf = ({ profile }: Program) => readFileSync(path.join(profile, 'gatehouse.log'), 'utf8')

/** Sends a page a message that main never sends. */
const sendToPage = ({ electron }: Program, page: 'index' | 'approval', channel: string, message: unknown) =>
  electron.evaluate(
    ({ BrowserWindow }, sent) => {
      const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().includes(sent.page))
      window?.webContents.send(sent.channel, sent.message)
    },
    { page, channel, message },
  )

test('a failing screen, request or page affects nothing else', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window, popUp, electron } = program

  await test.step('a screen that cannot be drawn says so, and can be tried again', async () => {
    await window.getByRole('button', { name: 'Settings', exact: true }).click()
    await expect(window.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await sendToPage(program, 'index', 'people:changed', { lan: null, people: [], pairing: null })
    await expect(window.getByText('This screen could not be shown')).toBeVisible()
    expect(await violations(window)).toEqual([])
    await window.getByRole('button', { name: 'Copy report' }).click()
    await expect(window.getByRole('button', { name: 'Copied' })).toBeVisible()
    const report = await electron.evaluate(({ clipboard }) => clipboard.readText())
    expect(report).toContain('Gatehouse report')
    expect(report).toContain('something failed in a page')
    expect(report).not.toContain(program.profile)
    await sendToPage(program, 'index', 'people:changed', {
      lan: { kind: 'off' },
      networks: [],
      people: [],
      pairing: null,
    })
    await window.getByRole('button', { name: 'Try again' }).click()
    await expect(window.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect.poll(() => logOf(program)).toMatch(/"where":"settings".*something failed in a page/u)
  })

  const { client } = await connectClient(cleanUp, program.profile)

  await test.step('a request that cannot be drawn can only be denied', async () => {
    const answer = callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
    await expect(popUp.getByRole('button', { name: 'Deny' })).toBeVisible()
    const known = await popUp.evaluate(() => gatehouse.request('approvals:list', undefined))
    const [open] = known.ok ? known.value : []
    await sendToPage(program, 'approval', 'approvals:changed', [{ ...open, caller: null }])
    await expect(popUp.getByText('This request can’t be shown')).toBeVisible()
    await expect(popUp.getByRole('button', { name: /Approve/u })).toHaveCount(0)
    expect(await violations(popUp)).toEqual([])
    await popUp.getByRole('button', { name: 'Deny' }).click()
    expect(await answer).toMatchObject({ success: false })
  })

  await test.step('an uncaught error is in the log', async () => {
    await window.evaluate(() => {
      setTimeout(() => {
        throw new Error('Nobody caught "a word of Steve"')
      })
      void Promise.reject(new Error('nor this'))
    })
    await until(() => /Nobody caught \[…\]/u.test(logOf(program)) && logOf(program).includes('nor this'))
  })

  await test.step('a page that crashes is reloaded, and an open request stays', async () => {
    const answer = callTool(client, 'world_time_set', { worldName: 'world', time: 6_000 })
    await expect(popUp.getByRole('button', { name: 'Deny' })).toBeVisible()
    await electron.evaluate(({ BrowserWindow }) => {
      const main = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().includes('index'))
      main?.webContents.forcefullyCrashRenderer()
    })
    const textOfWindow = () =>
      electron.evaluate(({ BrowserWindow }) => {
        const main = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().includes('index'))
        // A page that gets a request while it crashes never responds.
        const { webContents } = main ?? {}
        if (!webContents?.getURL().endsWith('?again') || webContents.isCrashed() || webContents.isLoading()) return ''
        return webContents.executeJavaScript('document.body.innerText') as Promise<string>
      })
    await until(async () => (await textOfWindow().catch(() => '')).includes('This window was reloaded'))
    expect(await isPopUpVisible(program)).toBe(true)
    await popUp.getByRole('button', { name: 'Deny' }).click()
    expect(await answer).toMatchObject({ success: false })
  })
})

test('after a crash the next start reports the result of every action, in Chinese and the dark theme', async ({
  cleanUp,
}) => {
  const first = await launch(cleanUp)
  await first.window.evaluate(() => gatehouse.request('settings:change', { language: 'zh', theme: 'dark' }))
  const gone = new Promise((resolve) => first.electron.process().once('exit', resolve))
  await first.electron.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('It broke over "a word of Steve"')
    })
  })
  expect(await gone).toBe(1)

  const next = await launch(cleanUp, [], first.profile)
  await expect(next.window.getByText('Gatehouse 因程序错误而停止')).toBeVisible()
  await expect(next.window.getByText(path.join(first.profile, 'gatehouse.log'))).toBeVisible()
  expect(await violations(next.window)).toEqual([])
  await next.window.getByRole('button', { name: '复制报告' }).click()
  await expect(next.window.getByRole('button', { name: '已复制' })).toBeVisible()
  const report = await next.electron.evaluate(({ clipboard }) => clipboard.readText())
  expect(report).toContain('It broke over […]')
  expect(report).not.toMatch(/Steve/u)
  await next.window.getByRole('button', { name: '知道了' }).click()
  await expect(next.window.getByText('Gatehouse 因程序错误而停止')).toBeHidden()

  await next.window.getByRole('button', { name: '设置', exact: true }).click()
  await expect(next.window.getByText('此程序从源代码运行，不会自动更新。')).toBeVisible()
  await next.window.getByRole('button', { name: '显示许可证' }).click()
  await next.window.getByText('react-dom', { exact: true }).click()
  await expect(next.window.locator('details[open] pre')).toContainText('Copyright (c) Meta Platforms')
  expect(await violations(next.window)).toEqual([])
  expect(existsSync(path.join(first.profile, 'run.json'))).toBe(true)
})
