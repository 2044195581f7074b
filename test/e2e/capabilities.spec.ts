import { serveAgent } from '../../agents/kit/sdk/agent.js'
import { provider } from '../../agents/kit/sdk/provider.js'
import { expect, launch, test } from './program.js'
import { violations } from './violations.js'

test('a capability is found, read, previewed, tried with approval in the pop-up, and tried in the sandbox', async ({
  cleanUp,
}) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window, popUp } = program
  await window.getByRole('button', { name: 'Actions', exact: true }).click()
  const list = window.getByRole('listbox', { name: 'Actions' })
  await expect(list.getByRole('option').first()).toBeVisible()
  await list.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-posinset', '2')
  await window.getByRole('searchbox', { name: 'Search actions' }).fill('world.time.set')
  await expect(window.getByRole('heading', { name: 'Set the time', exact: true })).toBeVisible()
  await expect(window.getByRole('table', { name: 'Parameters' })).toHaveCount(0)
  await window.getByRole('button', { name: 'For developers' }).click()
  await expect(window.getByRole('table', { name: 'Parameters' })).toContainText('whole number, 0–24,000')
  await expect(window.getByText('world_time_set', { exact: true })).toBeVisible()
  expect(await violations(window)).toEqual([])

  const choice = window.getByRole('group', { name: 'What AI may do on Demo world' })
  const isChosen = (name: string) =>
    expect(choice.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')
  await isChosen('Ask')
  await window.getByRole('searchbox', { name: 'Search actions' }).fill('announce')
  await isChosen('Allow')
  await choice.getByRole('button', { name: 'Ask', exact: true }).click()
  await isChosen('Ask')
  await choice.getByRole('button', { name: 'Allow', exact: true }).click()
  await isChosen('Allow')
  await window.getByRole('searchbox', { name: 'Search actions' }).fill('world.time.set')

  await window.getByRole('button', { name: 'Try it', exact: true }).click()
  await window.getByRole('textbox', { name: /^time/u }).fill('999999')
  await window.getByRole('button', { name: 'Dry run' }).click()
  await expect(window.getByText('At most 24,000.')).toBeVisible()
  await window.getByRole('textbox', { name: /^time/u }).fill('13000')
  await window.getByRole('button', { name: 'Dry run' }).click()
  await expect(window.getByText('It would ask 1 person first.')).toBeVisible()
  expect(await violations(window)).toEqual([])

  await window.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(window.getByText('Waiting for your decision in the pop-up…')).toBeVisible()
  await expect(popUp.getByText('You, trying it out', { exact: true })).toBeVisible()
  await popUp.getByRole('button', { name: /^Approve/u }).click()
  await expect(window.getByText(/to night · Done/u)).toBeVisible()
  await expect(window.getByRole('main').getByRole('button', { name: 'Undo', exact: true })).toBeVisible()

  await window.getByRole('button', { name: 'Show in the log' }).click()
  await expect(window.getByRole('button', { name: 'Showing one request · Show all' })).toBeVisible()
  await expect(window.getByRole('button', { name: /set the time in world to night/iu })).toHaveCount(1)
  await window.getByRole('button', { name: 'Actions', exact: true }).click()
  await window.getByRole('searchbox', { name: 'Search actions' }).fill('world.time.set')
  await window.getByRole('button', { name: 'Try it', exact: true }).click()

  await window.getByLabel('Where', { exact: true }).selectOption({ label: 'In the sandbox' })
  await window.getByRole('button', { name: 'Run in the sandbox' }).click()
  await expect(window.getByText(/^Done in the sandbox/u)).toBeVisible()
  await expect(window.getByText(/changes? in the world$/u)).toBeVisible()
})

test('an action that is chosen off stays off and listed, and can be chosen again', async ({ cleanUp }) => {
  const shop = provider({ id: 'shop', name: 'Shop' })
  const agent = cleanUp.add(
    await serveAgent({
      info: { id: 'shop', name: 'Shop world', version: '1.0.0' },
      token: 'right',
      port: 0,
      capabilities: [
        shop.action(
          {
            id: 'ext.shop.sell',
            name: 'Sell an item',
            description: 'Sells an item.',
            version: '1.0.0',
            risk: 'medium',
          },
          () => ({}),
        ),
      ],
    }),
    (open) => open.close(),
  )
  const program = await launch(cleanUp)
  const { window } = program
  await window.getByRole('button', { name: 'Servers', exact: true }).click()
  await window.getByRole('button', { name: 'Add a server' }).first().click()
  await window.getByRole('button', { name: 'For developers' }).click()
  await window.getByLabel('Name').fill('Shop')
  await window.getByLabel('Address').fill(agent.address)
  await window.getByLabel('Token').fill('right')
  await window.getByRole('button', { name: 'Add server' }).click()
  const choice = (name: string, chosen: string) =>
    window.getByRole('group', { name, exact: true }).getByRole('button', { name: chosen, exact: true })
  await expect(choice('Sell an item', 'Off')).toHaveAttribute('aria-pressed', 'true')

  await window.getByRole('button', { name: 'Actions', exact: true }).click()
  await expect(window.getByRole('option').getByText('New')).toBeVisible()
  await window.evaluate(() =>
    (window as never as GatehouseWindow).gatehouse.request('settings:change', { language: 'zh', theme: 'dark' }),
  )
  await choice('AI 在 Shop 上的权限', '关闭').click()
  await expect(window.getByRole('option').getByText('关闭')).toBeVisible()
  expect(await violations(window)).toEqual([])
  await window.getByRole('button', { name: '服务器', exact: true }).click()
  await window.getByRole('button', { name: /^Shop/u }).click()
  await window.getByRole('tab', { name: 'AI 权限' }).click()
  await expect(window.getByText('新', { exact: true })).toHaveCount(0)
  await choice('Sell an item', '允许').click()
  await expect(choice('Sell an item', '允许')).toHaveAttribute('aria-pressed', 'true')
})

interface GatehouseWindow {
  readonly gatehouse: { request(channel: string, payload: object): Promise<unknown> }
}
