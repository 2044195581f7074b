import AxeBuilder from '@axe-core/playwright'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { serveMockAgent } from '../../agents/kit/simulator/mock-agent.js'
import { serveSimulator } from '../../agents/kit/simulator/simulator.js'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { expect, launch, type Program, test } from './program.js'

declare const gatehouse: GatehouseApi

const violations = async ({ window }: Program) =>
  (await new AxeBuilder({ page: window }).setLegacyMode().analyze()).violations.map(({ id, nodes }) => [
    id,
    nodes.map(({ html }) => html),
  ])

test('a server is tried, added, shown, edited, lost, reconnected, removed and restored', async ({ cleanUp }) => {
  const agent = await serveSimulator({ port: 0, token: 'right', name: 'Survival' })
  const port = Number(new URL(agent.address).port)
  let running = cleanUp.add(agent, (serving) => serving.close().catch(() => {}))
  const program = await launch(cleanUp)
  const { window } = program
  const servers = () => window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()

  await test.step('a wrong token is reported before the server is added', async () => {
    await servers()
    await window.getByRole('button', { name: 'Add a server' }).first().click()
    await window.getByRole('button', { name: /^Custom plugin/ }).click()
    await window.getByLabel('Name').fill('Survival')
    await window.getByLabel('Address').fill(agent.address)
    await window.getByLabel('Token').fill('wrong')
    await window.getByRole('button', { name: 'Test connection' }).click()
    const report = window.getByRole('status', { name: 'Connection test' })
    await expect(report).toContainText('Token refused.')
    await expect(report).toContainText('The token is wrong.')
    expect(await violations(program)).toEqual([])
    await window.getByLabel('Token').fill('right')
    await window.getByRole('button', { name: 'Test connection' }).click()
    await expect(report).toContainText('Connection works.')
    await expect(report).toContainText(/\d+ actions\./u)
    await window.getByRole('button', { name: 'Add server' }).click()
  })

  const page = window.locator('.server-page')
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`, 'u') }).click()
  const more = async (name: string) => {
    await page
      .getByRole('button', { name: /^More for/u })
      .first()
      .click()
    await window.getByRole('menuitem', { name, exact: true }).click()
  }
  const history = window.getByRole('list', { name: 'Connection history' })

  await test.step('its page shows its state, and who may do what', async () => {
    await expect(page.locator('.server-header-state')).toHaveText('Connected')
    await window.getByRole('button', { name: /^Accept/u }).click()
    await page.getByRole('button', { name: 'Programs without their own key', exact: true }).click()
    await expect(page.getByText('low risk').first()).toBeVisible()
    await expect(page.getByText('by its risk').first()).toBeVisible()
    expect(await violations(program)).toEqual([])
    await tab('Connection')
    await expect(history).toContainText('Connected')
    expect(await violations(program)).toEqual([])
  })

  await test.step('another name needs no new connection, another address a token', async () => {
    await more('Edit')
    await window.getByLabel('Name').fill('Overworld')
    await window.getByLabel('Address').fill('ws://127.0.0.1:9')
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(window.getByText('A saved token is never sent to a new address')).toBeVisible()
    await window.getByLabel('Address').fill(agent.address)
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: /Overworld/u })).toBeVisible()
  })

  await test.step('shows why and since when a server is offline, and reconnects on request', async () => {
    await running.close()
    await expect(page.locator('.server-header-state')).toHaveText('Offline')
    await expect(history).toContainText('t reach the Minecraft server')
    running = cleanUp.add(await serveSimulator({ port, token: 'right', name: 'Survival' }), (serving) =>
      serving.close(),
    )
    await more('Reconnect now')
    await expect(page.locator('.server-header-state')).toHaveText('Connected')
  })

  await test.step('removed by mistake, it is restored with its token and accepted actions', async () => {
    await more('Remove')
    await window.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(window.getByText('Overworld was removed')).toBeVisible()
    expect(await violations(program)).toEqual([])
    await window.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(page.locator('.server-header-state')).toHaveText('Connected')
    await expect(window.getByRole('heading', { name: /to review/u })).toHaveCount(0)
    await tab('Connection')
    await expect(history).toContainText('Server added')
  })

  await test.step('everything also in Chinese and in the dark theme', async () => {
    await window.evaluate(() => gatehouse.request('settings:change', { language: 'zh', theme: 'dark' }))
    await expect(page.getByRole('button', { name: '测试连接' })).toBeVisible()
    await page.getByRole('button', { name: '测试连接' }).click()
    await expect(window.getByRole('status', { name: '连接测试' })).toContainText('连接正常')
    expect(await violations(program)).toEqual([])
    await window.getByRole('button', { name: '返回' }).click()
    await expect(window.locator('.server-row')).toHaveCount(1)
    expect(await violations(program)).toEqual([])
  })
})

test('all core actions of a new server are accepted with one click', async ({ cleanUp }) => {
  const manifests = [...coreCatalogue.values()]
  const agent = cleanUp.add(await serveMockAgent({ manifests, port: 0, token: 'right' }), (serving) => serving.close())
  const { electron, window } = await launch(cleanUp)
  await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().includes('index'))
      ?.setContentSize(1_120, 720),
  )
  await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
  await window.getByRole('button', { name: 'Add a server' }).first().click()
  await window.getByRole('button', { name: /^Custom plugin/ }).click()
  await window.getByLabel('Name').fill('Survival')
  await window.getByLabel('Address').fill(agent.address)
  await window.getByLabel('Token').fill('right')
  await window.getByRole('button', { name: 'Add server' }).click()

  const rows = window.locator('.action-row')
  for (const language of ['en', 'zh'] as const) {
    await window.evaluate((chosen) => gatehouse.request('settings:change', { language: chosen }), language)
    const question = { en: 'What can AI do on Survival?', zh: 'AI 可以在“Survival”上做什么？' }[language]
    await expect(window.getByRole('heading', { name: question })).toBeInViewport({ ratio: 1 })
    await expect(rows).toHaveCount(manifests.length)
    await expect(window.locator('.new-actions-head button')).toBeInViewport({ ratio: 1 })
    await window.screenshot({ path: test.info().outputPath(`core-actions-${language}.png`) })
  }
  expect(await window.evaluate(() => [innerWidth, innerHeight])).toEqual([1_120, 720])
  await window.locator('.new-actions-head button').click()
  await expect(rows).toHaveCount(0)
})
