import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { defaultSettings } from '@shared/program/settings.js'
import { Phone } from '../fakes/phone.js'
import { freePort } from '../fixtures/free-port.mjs'
import { callTool, connectClient } from '../fixtures/programs.js'
import { until } from '../fixtures/until.js'
import { pretendNetwork } from './pretend-network.js'
import { expect, launch, test, watchLock } from './program.js'
import { violations } from './violations.js'

test('a phone is paired at the computer, and makes a quorum of two with it', async ({ cleanUp }) => {
  const profile = cleanUp.folder()
  const lanApprovals = { enabled: false, port: await freePort() }
  const chosen = { lanApprovals, otherClients: 'allow', quorums: { 'world.time.set': 2 } }
  const settings = { ...defaultSettings, version: 1, demoWorld: true, ...chosen }
  writeFileSync(path.join(profile, 'settings.json'), JSON.stringify(settings))
  const { electron, window, popUp } = await launch(cleanUp, [], profile)
  await pretendNetwork(electron)

  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  await window.getByRole('button', { name: 'Where you answer', exact: true }).click()
  const approvers = window.getByRole('region', { name: 'Where you answer', exact: true })
  await approvers.getByRole('button', { name: 'Link Phone' }).click()
  await expect(approvers.getByText('No device on the network can connect')).toBeVisible()
  await approvers.getByRole('group', { name: 'Approving from phones' }).getByText('On', { exact: true }).click()
  await expect(window.getByText('Phones in the same network')).toBeVisible()
  const network = window.getByRole('group', { name: 'Networks for phones' }).getByRole('checkbox', { name: /wlan0/u })
  await expect(network).toBeChecked()
  await network.click()
  await expect(window.getByText('No network is chosen.')).toBeVisible()
  await network.click()
  await window.getByRole('button', { name: 'Add an approver' }).click()
  await expect(window.getByRole('img', { name: 'QR code for the phone' })).toBeVisible()
  expect(await violations(window)).toEqual([])

  const code = await window.getByLabel('Code to type').innerText()
  await approvers.getByText('Details').click()
  await expect(window.locator('code.people-fingerprint')).toHaveText([/#/u, /:/u])
  const [link = '', fingerprint = ''] = await window.locator('code.people-fingerprint').allInnerTexts()
  const { origin, hash } = new URL(link)
  await expect(new Phone(origin, fingerprint, '127.0.0.1').send('/')).rejects.toThrow()
  const phone = new Phone(origin, fingerprint)
  expect((await phone.send('/pair')).text).toContain(fingerprint)
  expect((await phone.send('/phone.js')).text).toContain('/api/stream')
  const wasLocked = await watchLock(window, 'Confirm')
  const claimed = await phone.post('/api/pair', { secret: hash.slice(1), code, name: 'Ada' })
  await expect(window.getByLabel('Characters to compare')).toHaveText(String(claimed.body.check))
  const confirm = window.getByRole('button', { name: 'Confirm' })
  await wasLocked()
  await expect(confirm).toBeEnabled()
  expect(await violations(window)).toEqual([])
  await confirm.click()
  expect((await phone.send('/api/pair')).body).toEqual({ state: 'paired' })
  await phone.open()
  await expect(window.getByText('Available now.')).toBeVisible()
  await expect(approvers.getByRole('row', { name: /^Phone/u })).toContainText('Ada')

  const { client } = await connectClient(cleanUp, profile)
  const answer = callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
  const { id } = await phone.question()
  await phone.post('/api/shown', { id })
  await popUp.getByRole('button', { name: /^Approve/u }).click()
  await until(async () => (await phone.post('/api/answer', { id, decision: 'approve' })).status === 200)
  expect(await answer).toMatchObject({ success: true })

  await window.getByRole('button', { name: 'Remove Ada' }).click()
  expect(await violations(window)).toEqual([])
  await window.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(approvers.getByRole('row', { name: /^Phone/u })).toContainText('Not linked')
  expect((await phone.post('/api/here', {})).status).toBe(401)
})
