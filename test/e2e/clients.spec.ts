import { readFileSync } from 'node:fs'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'
import { expect, launch, test } from './program.js'

test('a key created in the window gives a client access with its rights, until it is revoked', async ({ cleanUp }) => {
  const { electron, profile, window } = await launch(cleanUp)
  const { endpoint } = JSON.parse(readFileSync(path.join(profile, 'gateway.json'), 'utf8')) as GatewayEndpoint
  const statusWith = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, connection: 'close' }
    return (await fetch(new URL('/api/v1/servers', endpoint), { headers })).status
  }

  await window.getByRole('button', { name: 'AI clients', exact: true }).click()
  await window.getByRole('button', { name: 'Create a key' }).click()
  await window.getByLabel('Name').fill('Claude Code')
  await window.getByRole('button', { name: 'Create key' }).click()
  const token = await window.getByRole('region', { name: 'Key', exact: true }).innerText()
  expect(token).toMatch(/^gh_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/u)
  await window.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(token)
  expect((await new AxeBuilder({ page: window }).setLegacyMode().analyze()).violations).toEqual([])

  await window.getByRole('button', { name: 'Done' }).click()
  await expect(window.getByText(token)).toBeHidden()
  await expect(window.getByText('Never connected')).toBeVisible()
  expect(await statusWith(token)).toBe(200)
  await expect(window.getByText('Last connected this minute')).toBeVisible()

  await window.getByRole('button', { name: 'Edit what Claude Code may do' }).click()
  const form = window.getByRole('form', { name: 'Edit what Claude Code may do' })
  await form.getByText('Viewer', { exact: true }).click()
  await form.getByLabel('Calls per minute').fill('60')
  await form.getByRole('button', { name: 'Add a permission' }).click()
  await form.getByLabel('Permission', { exact: true }).fill('mcp.context.player.**')
  await form.getByLabel('What happens').selectOption('Deny')
  expect((await new AxeBuilder({ page: window }).setLegacyMode().analyze()).violations).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(window.getByText('Viewer · with exceptions · 60 calls per minute')).toBeVisible()

  const bridge = window.getByRole('region', { name: 'Programs without their own key' })
  await bridge.getByRole('button', { name: 'Edit' }).press('Enter')
  await bridge.getByText('Operator', { exact: true }).click()
  await bridge.getByRole('button', { name: 'Save' }).click()
  await expect(bridge.getByText('Operator', { exact: true })).toBeVisible()

  await window.getByRole('button', { name: 'Revoke the key of Claude Code' }).click()
  await window.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(window.getByText('No client has its own key')).toBeVisible()
  expect(await statusWith(token)).toBe(401)
})
