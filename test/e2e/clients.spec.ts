import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { expect, launch, test } from './program.js'
import { violations } from './violations.js'

test('a key created in the window gives a client access with its rights, until it is revoked', async ({ cleanUp }) => {
  const { electron, profile, window } = await launch(cleanUp)
  const { endpoint } = JSON.parse(readFileSync(path.join(profile, 'gateway.json'), 'utf8')) as GatewayEndpoint
  const statusWith = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, connection: 'close' }
    return (await fetch(new URL('/api/v1/servers', endpoint), { headers })).status
  }

  await window.getByRole('button', { name: 'AI clients', exact: true }).click()
  await window.getByText('For developers').click()
  await window.getByRole('button', { name: 'Create a key' }).click()
  await window.getByLabel('Name').fill('Claude Code')
  await window.getByRole('button', { name: 'Create key' }).click()
  const token = await window.getByRole('region', { name: 'Key', exact: true }).innerText()
  expect(token).toMatch(/^gh_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/u)
  await window.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(token)
  expect(await violations(window)).toEqual([])

  await window.getByRole('button', { name: 'Done' }).click()
  await expect(window.getByText(token)).toBeHidden()
  await expect(window.getByText('Never connected')).toBeVisible()
  expect(await statusWith(token)).toBe(200)
  await expect(window.getByText('Never connected')).toBeHidden()

  await window.getByRole('button', { name: 'Change Claude Code' }).click()
  const sentences = window.getByRole('form', { name: 'Edit what Claude Code may do' })
  await sentences.getByText('Looks only, changes nothing.').click()
  expect(await violations(window)).toEqual([])
  await sentences.getByRole('button', { name: 'Save' }).click()
  await expect(window.getByText('All servers. Looks only, changes nothing.')).toBeVisible()

  await window.getByRole('button', { name: 'Open the page of Claude Code' }).click()
  await window.getByRole('button', { name: 'Edit what Claude Code may do' }).click()
  const form = window.getByRole('form', { name: 'Edit what Claude Code may do' })
  await form.getByLabel('Calls per minute').fill('60')
  await form.getByRole('button', { name: 'Add a permission' }).click()
  await form.getByLabel('Permission', { exact: true }).fill('mcp.context.player.**')
  await form.getByLabel('What happens').selectOption('Deny')
  expect(await violations(window)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await window.getByText('Details', { exact: true }).first().click()
  await expect(window.getByText('Viewer · 60 calls per minute')).toBeVisible()
  await expect(window.getByText('Special permissions.')).toBeVisible()

  await window.getByRole('button', { name: 'Revoke the key of Claude Code' }).click()
  await window.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(window.getByText('No AI is connected yet')).toBeVisible()
  expect(await statusWith(token)).toBe(401)
})

test('a program without a key does nothing until the owner allows it, and can lose that again', async ({ cleanUp }) => {
  const profile = cleanUp.folder()
  writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ version: 1, welcomed: true }))
  const { window } = await launch(cleanUp, ['--simulator'], profile)
  const { client } = await connectClient(cleanUp, profile, 'Nova')
  const readTime = () => callTool(client, 'world_time_get', { worldName: 'world' })
  const notAllowed = { success: false, error: { contractCode: 'PERMISSION.CLIENT_NOT_ALLOWED' } }
  expect(await readTime()).toMatchObject(notAllowed)

  const question = window.getByRole('alertdialog', { name: 'Nova wants to use Gatehouse' })
  await expect(question.getByRole('button', { name: 'Allow' })).toBeEnabled()
  expect(await violations(window)).toEqual([])
  await question.getByRole('button', { name: 'Allow' }).click()
  await expect(question).toBeHidden()
  expect(await readTime()).toMatchObject({ success: true })

  await window.getByRole('button', { name: 'AI clients', exact: true }).click()
  const row = window.getByRole('listitem').filter({ hasText: 'Nova' })
  await expect(row).toContainText('Connected')
  await expect(row).toContainText('1 done')
  await row.getByRole('button', { name: 'Open the page of Nova' }).click()
  await window.getByRole('button', { name: 'Don’t allow Nova' }).click()
  await expect(window.getByRole('button', { name: 'Allow Nova' })).toBeVisible()
  expect(await readTime()).toMatchObject(notAllowed)

  await window.getByRole('button', { name: 'All AI clients' }).click()
  await expect(row).toContainText('Not allowed')
  await window.getByRole('button', { name: 'Change Any other AI' }).click()
  await window.getByText('Refuse', { exact: true }).click()
  await expect(window.getByText('Only AI that you connected or allowed may use Gatehouse.')).toBeVisible()
  expect(await violations(window)).toEqual([])
})
