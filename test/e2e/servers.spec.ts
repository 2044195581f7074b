import { coreCatalogue } from '@contract/core-catalogue.js'
import { serveMockAgent } from '../../agents/kit/simulator/mock-agent.js'
import { serveSimulator } from '../../agents/kit/simulator/simulator.js'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { freePort } from '../fixtures/free-port.mjs'
import { expect, launch, test } from './program.js'
import { violations } from './violations.js'

declare const gatehouse: GatehouseApi

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
    await window.getByRole('button', { name: 'For developers' }).click()
    await window.getByLabel('Name').fill('Survival')
    await window.getByLabel('Address').fill(agent.address)
    await window.getByLabel('Token').fill('wrong')
    await window.getByRole('button', { name: 'Test connection' }).click()
    const report = window.getByRole('status', { name: 'Connection test' })
    await expect(report).toContainText('Token refused.')
    await expect(report).toContainText('The token is wrong.')
    expect(await violations(window)).toEqual([])
    await window.getByLabel('Token').fill('right')
    await window.getByRole('button', { name: 'Test connection' }).click()
    await expect(report).toContainText('Connection works.')
    await expect(report).toContainText(/\d+ actions\./u)
    await window.getByRole('button', { name: 'Add server' }).click()
  })

  const page = window.locator('.server-page')
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`, 'u') }).click()
  const more = async (name: string | RegExp) => {
    await page
      .getByRole('button', { name: /^More for/u })
      .first()
      .click()
    await window.getByRole('menuitem', { name, exact: true }).click()
  }
  const history = window.getByRole('list', { name: 'Connection history' })

  await test.step('its page shows its state, and who may do what', async () => {
    await expect(page.locator('.server-header-state')).toHaveText('Connected')
    await window.getByRole('button', { name: 'Start with the defaults' }).click()
    await page.getByRole('button', { name: 'Other AI on this computer', exact: true }).click()
    await expect(page.getByText('low risk').first()).toBeVisible()
    await expect(page.getByText('by its risk').first()).toBeVisible()
    expect(await violations(window)).toEqual([])
    await tab('Connection')
    await expect(history).toContainText('Connected')
    expect(await violations(window)).toEqual([])
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
    // “Reconnect now” while it is offline; the program may have tried by itself meanwhile.
    await more(/^Reconnect/u)
    await expect(page.locator('.server-header-state')).toHaveText('Connected')
  })

  await test.step('removed by mistake, it is restored with its token and accepted actions', async () => {
    await more('Remove')
    await window.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(window.getByText('Overworld was removed')).toBeVisible()
    expect(await violations(window)).toEqual([])
    await window.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(page.locator('.server-header-state')).toHaveText('Connected')
    await expect(window.getByRole('button', { name: 'Start with the defaults' })).toHaveCount(0)
    await tab('Connection')
    await expect(history).toContainText('Server added')
  })

  await test.step('everything also in Chinese and in the dark theme', async () => {
    await window.evaluate(() => gatehouse.request('settings:change', { language: 'zh', theme: 'dark' }))
    await expect(page.getByRole('button', { name: '测试连接' })).toBeVisible()
    await page.getByRole('button', { name: '测试连接' }).click()
    await expect(window.getByRole('status', { name: '连接测试' })).toContainText('连接正常')
    expect(await violations(window)).toEqual([])
    await window.getByRole('button', { name: '返回' }).click()
    await expect(window.locator('.server-row')).toHaveCount(1)
    expect(await violations(window)).toEqual([])
  })
})

test('what AI may do on a new server is started with one click, searched and changed', async ({ cleanUp }) => {
  const manifests = [...coreCatalogue.values()]
  const agent = cleanUp.add(await serveMockAgent({ manifests, port: 0, token: 'right' }), (serving) => serving.close())
  const program = await launch(cleanUp)
  const { window } = program
  await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
  await window.getByRole('button', { name: 'Add a server' }).first().click()
  await window.getByRole('button', { name: 'For developers' }).click()
  await window.getByLabel('Name').fill('Survival')
  await window.getByLabel('Address').fill(agent.address)
  await window.getByLabel('Token').fill('right')
  await window.getByRole('button', { name: 'Add server' }).click()
  await window.getByRole('button', { name: 'Start with the defaults' }).click()

  const choiceOf = (row: string, choice: string) =>
    window.getByRole('group', { name: row, exact: true }).getByRole('button', { name: choice, exact: true })
  const expectChoice = (row: string, choice: string) =>
    expect(choiceOf(row, choice)).toHaveAttribute('aria-pressed', 'true')
  await expectChoice('Teleport a player', 'Allow')
  await expectChoice('Set the time', 'Ask')
  await expectChoice('Ban a player', 'Ask')
  await expect(choiceOf('Ban a player', 'Allow')).toHaveCount(0)
  await expectChoice('Restore a backup', 'Off')
  expect(await violations(window)).toEqual([])

  await choiceOf('Set the time', 'Allow').click()
  await expectChoice('Set the time', 'Allow')
  await choiceOf('Teleport a player', 'Off').click()
  await expectChoice('Teleport a player', 'Off')
  await expect(window.getByLabel('Start from')).toHaveValue('own')

  await window.getByRole('searchbox', { name: /^Search, for example/u }).fill('warp')
  await expect(window.locator('.may-row')).toHaveCount(1)
  await window.getByRole('searchbox', { name: /^Search, for example/u }).fill('')
  await window.getByLabel('Start from').selectOption('balanced')
  const preview = window.getByRole('region', { name: 'Balanced' })
  await expect(preview).toContainText('Set the time')
  await preview.getByRole('button', { name: 'Change 2 actions' }).click()
  await expectChoice('Set the time', 'Ask')
  await expectChoice('Teleport a player', 'Allow')

  await window.getByRole('button', { name: 'Change', exact: true }).click()
  await choiceOf('A player wrote in chat', 'Off').click()
  await expect(window.getByText(/^AI can see: /u)).not.toContainText('chat')
  await window.evaluate(() => gatehouse.request('settings:change', { language: 'zh' }))
  await expect(window.getByRole('group', { name: '设置时间' })).toBeVisible()
  expect(await violations(window)).toEqual([])
})

test('a Java server that fails its test is not added; one that is offline only by a second click', async ({
  cleanUp,
}) => {
  const port = await freePort()
  const program = await launch(cleanUp)
  const { window } = program
  await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
  await window.getByRole('button', { name: 'Add a server' }).first().click()
  await window.getByRole('button', { name: /^Another computer/u }).click()
  const way = window.getByRole('region', { name: 'Another computer' })
  await way.getByLabel('Address').fill('127.0.0.1')
  await way.getByLabel('RCON port').fill(`${port}`)
  await way.getByLabel('RCON password').fill('sekrit')
  await way.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(way).toContainText('The server was not added.')
  await expect(way).toContainText(`Nothing accepts connections on 127.0.0.1, port ${port}.`)
  expect(await violations(window)).toEqual([])
  await way.getByRole('button', { name: 'Add it anyway' }).click()
  await expect(window.locator('.server-page')).toContainText('127.0.0.1')
})
