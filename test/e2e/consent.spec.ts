import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'
import { OAuthProgram, openPage, redirectOf } from '../fakes/oauth-program.js'
import { expect, launch, test } from './program.js'
import { violations } from './violations.js'

test('an OAuth program gets access at the computer only', async ({ cleanUp }) => {
  const { profile, window } = await launch(cleanUp)
  const { endpoint } = JSON.parse(readFileSync(path.join(profile, 'gateway.json'), 'utf8')) as GatewayEndpoint
  const program = await OAuthProgram.known(endpoint, 'Claude Code (verified)')
  const question = window.getByRole('alertdialog')

  const declined = await openPage(program.authoriseUrl({ state: 'first' }))
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Decline' }).focus()
  await window.keyboard.press('Escape')
  await expect(question).toBeHidden()
  expect((await redirectOf(declined)).searchParams.get('error')).toBe('access_denied')

  const page = await openPage(program.authoriseUrl())
  await expect(question).toContainText('Claude Code (verified)')
  await expect(question).toContainText('It is not verified')
  await expect(question).toContainText('127.0.0.1:33418')
  expect(await page.text()).toContain(await question.getByRole('status').innerText())
  const accept = question.getByRole('button', { name: 'Accept' })
  await expect(accept).toBeEnabled()
  expect(await violations(window)).toEqual([])
  await question.getByText('Viewer').click()
  await accept.click()
  await expect(question).toBeHidden()

  const code = (await redirectOf(page)).searchParams.get('code') ?? ''
  const { body } = await program.exchange(code)
  const statusWith = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, connection: 'close' }
    return (await fetch(new URL('/api/v1/servers', endpoint), { headers })).status
  }
  expect(await statusWith(body.access_token)).toBe(200)

  await window.getByRole('button', { name: 'AI clients', exact: true }).click()
  await window.getByRole('button', { name: 'Open the page of Claude Code' }).click()
  await expect(window.getByText('Connected by OAuth, under a name it chose')).toBeVisible()
  await window.getByText('Details', { exact: true }).first().click()
  await expect(window.getByText('Viewer · 600 calls per minute')).toBeVisible()
  await window.getByRole('button', { name: 'Revoke the key of Claude Code (verified)' }).click()
  await window.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(window.getByText('No AI is connected yet')).toBeVisible()
  expect(await statusWith(body.access_token)).toBe(401)
})
